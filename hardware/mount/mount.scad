// An arm that holds a webcam or a phone over the table: a clamp at the table's edge, an upright, a boom.
//
// The long parts are bought: two round aluminium tubes. Printed are the four parts below, each lying as it
// prints best, without support. Millimetres. Choose with -D, e.g. openscad -D 'part="clamp"' -D tube=25.
//
// part: "clamp", "elbow", "tilt", "webcam", "phone", or "assembly" to look at.
part = "assembly";

tube = 20;            // outer diameter of both tubes
table = 45;           // thickest table top that the clamp takes
height = 900;         // length of the upright: camera over table, see field_of_view.py
reach = 450;          // length of the boom: table's edge to camera
slant = 20;           // degrees off the vertical at which the assembly shows the camera
phone_width = 80;     // widest phone, lying on its long side, with its case
phone_depth = 13;     // thickest phone with its case

wall = 5;
play = 0.4;           // a tube slides in, and the pinch bolt holds it
m5 = 5.5;             // clearance of the pinch bolts
m5_nut = 8.2;         // across flats, with play
m8 = 8.5;             // the clamp's screw, a bolt with a printed or rubber foot
m8_nut = 13.3;
quarter_inch = 6.6;   // camera screw 1/4"-20
socket = 45;          // how deep a tube sits

$fn = 72;
outer = tube + 2 * wall;

// A tube's socket along z with a slot and a pinch bolt.
module socket_body(length) {
  cylinder(d = outer, h = length);
  translate([outer / 2 - 2, -9, 0]) cube([14, 18, length]);
}

module socket_hole(length) {
  translate([0, 0, -0.01]) cylinder(d = tube + play, h = length + 0.02);
  translate([0, -1, -0.01]) cube([outer, 2, length + 0.02]);
  for (z = length > 35 ? [length / 4, 3 * length / 4] : [length / 2])
    translate([outer / 2 + 5, 0, z]) rotate([90, 0, 0]) {
      cylinder(d = m5, h = 40, center = true);
      translate([0, 0, 6]) cylinder(d = m5_nut / cos(30), h = 10, $fn = 6);
      translate([0, 0, -16]) cylinder(d = 10.5, h = 10);
    }
}

// C-shaped: the table's edge goes between the jaws, the bolt comes from below, the upright stands on top.
module clamp() {
  width = outer + 10;
  jaw = 60;
  thick = 14;
  difference() {
    union() {
      translate([0, -width / 2, 0]) cube([thick, width, table + 2 * thick]);
      translate([0, -width / 2, 0]) cube([jaw, width, thick]);
      translate([0, -width / 2, table + thick]) cube([jaw, width, thick]);
      translate([outer / 2, 0, table + 2 * thick - 0.01]) rotate([0, 0, 180]) socket_body(socket);
    }
    translate([outer / 2, 0, table + 2 * thick]) rotate([0, 0, 180]) socket_hole(socket + 0.01);
    translate([jaw - 18, 0, -0.01]) cylinder(d = m8, h = thick + 0.02);
    translate([jaw - 18, 0, thick - 7]) cylinder(d = m8_nut / cos(30), h = 7.01, $fn = 6);
  }
}

// Upright to boom, a right angle.
module elbow() {
  difference() {
    union() {
      socket_body(socket);
      translate([0, 0, socket + outer / 2 - 2]) {
        intersection() {
          translate([-outer / 2, -outer / 2, -outer / 2]) cube([outer, outer, outer]);
          rotate([90, 0, 0]) cylinder(d = outer * 1.35, h = outer, center = true);
        }
        rotate([0, -90, 0]) rotate([0, 0, 180]) socket_body(socket + outer / 2);
      }
    }
    socket_hole(socket);
    translate([0, 0, socket + outer / 2 - 2]) rotate([0, -90, 0]) translate([0, 0, outer / 2 - 2])
      rotate([0, 0, 180]) socket_hole(socket + 2.02);
  }
}

// At the boom's end: a cheek with a bolt about which the camera plate tilts.
module tilt() {
  difference() {
    union() {
      socket_body(30);
      translate([0, -6, 28]) hull() {
        translate([-outer / 2, 0, 0]) cube([outer, 12, 1]);
        translate([0, 12, 24]) rotate([90, 0, 0]) cylinder(d = 24, h = 12);
      }
    }
    socket_hole(30);
    translate([0, 0, 52]) rotate([90, 0, 0]) cylinder(d = m5 + 0.7, h = 40, center = true);
    // a flat for the camera plate, so that friction is between two rings
    translate([0, -6.01, 52]) rotate([-90, 0, 0]) cylinder(d = 27, h = 2);
  }
}

// The ear that every camera part hangs by.
module ear() {
  difference() {
    hull() {
      translate([-12, 0, 0]) cube([24, 8, 1]);
      translate([0, 0, 26]) rotate([-90, 0, 0]) cylinder(d = 24, h = 8);
    }
    translate([0, -1, 26]) rotate([-90, 0, 0]) cylinder(d = m5 + 0.7, h = 20);
  }
}

// A plate for anything with a tripod thread.
module webcam() {
  difference() {
    union() {
      translate([-22, -18, 0]) cube([44, 44, 6]);
      translate([0, 18, 5]) ear();
    }
    translate([0, 0, -0.01]) cylinder(d = quarter_inch, h = 7);
    translate([0, 0, 4]) cylinder(d = 14, h = 7);
  }
}

// A tray under which nothing lies in the way: the phone's lens end sticks out of it and looks down.
module phone() {
  length = 110;
  lip = 3;
  inner = phone_width + 1;
  rim = phone_depth + lip + 4;
  difference() {
    union() {
      translate([-length / 2, -inner / 2 - wall, 0]) cube([length, inner + 2 * wall, rim]);
      translate([0, inner / 2 + wall - 8, rim - 1]) ear();
    }
    translate([-length / 2 - 1, -inner / 2, 4]) cube([length + 2, inner, phone_depth + 1]);
    translate([-length / 2 - 1, -inner / 2 + lip, 5]) cube([length + 2, inner - 2 * lip, rim]);
    translate([-length / 2 + 15, -inner / 2 + 15, -1]) cube([length - 30, inner - 30, 6]);
    // rubber bands go round these notches and keep the phone from sliding out
    for (x = [-length / 2 + 12, length / 2 - 18])
      for (y = [-inner / 2 - wall - 1, inner / 2 + wall - 2])
        translate([x, y, -1]) cube([6, 3, rim + 2]);
  }
}

module assembly() {
  clamp();
  foot = table + 28;
  translate([outer / 2, 0, foot]) color("silver") cylinder(d = tube, h = height);
  boom = foot + height + outer / 2 - 2;
  translate([outer / 2, 0, foot + height - socket]) rotate([0, 0, 180]) elbow();
  translate([outer, 0, boom]) rotate([0, 90, 0]) color("silver") cylinder(d = tube, h = reach);
  translate([outer + reach - 30, 0, boom]) rotate([0, 90, 0]) rotate([0, 0, 90]) {
    tilt();
    // the camera's foot is against the plate, so that its lens looks down
    translate([0, -6, 52]) rotate([slant - 90, 0, 90]) translate([0, -18, -31]) webcam();
  }
}

if (part == "clamp") rotate([90, 0, 0]) clamp();
else if (part == "elbow") rotate([90, 0, 0]) elbow();
else if (part == "tilt") tilt();
else if (part == "webcam") webcam();
else if (part == "phone") phone();
else assembly();
