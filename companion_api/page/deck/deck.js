// Which cards of a pack are still to be shown: faded ones are learnt, framed ones were seen but are not sure.
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const token = new URLSearchParams(location.hash.slice(1)).get("t") ?? "";

function draw({ cards, learnt, asked }) {
  document.getElementById("count").textContent = `${learnt.length} / ${cards.length}`;
  const known = new Set(learnt), doubtful = new Set(asked);
  document.getElementById("cards").replaceChildren(...cards.map((code) => {
    const span = document.createElement("span");
    span.textContent = code[0].replace("T", "10") + SUITS[code[1]];
    span.classList.toggle("red", "DH".includes(code[1]));
    span.classList.toggle("learnt", known.has(code));
    span.classList.toggle("asked", doubtful.has(code) && !known.has(code));
    return span;
  }));
}

async function ask() {
  try {
    const answer = await fetch("lesson", { headers: { Authorization: `Bearer ${token}` } });
    if (answer.ok) draw(await answer.json());
  } finally {
    setTimeout(ask, 1000);
  }
}
ask();
