// A photograph made smaller on this phone, upright; what else its file tells (place, time) does not come along.

// A JPEG of at most *side* pixels each way, or null; rejects what this browser cannot draw.
export async function smaller(file, side, quality) {
  const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, side / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(photo.width * scale);
  canvas.height = Math.round(photo.height * scale);
  canvas.getContext("2d").drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}
