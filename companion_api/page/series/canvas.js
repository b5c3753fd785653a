// A picture that was drawn here goes out: to the phone's own sharing, or into its files.
import { download } from "../files.js";

export const COLOURS = ["#1d5a45", "#b92a26", "#2f67a8", "#c98a10", "#7b3f98", "#0f7f86", "#8a5a2b", "#c2477f"];

// Hand a canvas to the phone's own sharing where it has one (HTTPS only), else save it.
export async function send(canvas) {
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], "nain-jaune.png", { type: "image/png" });
  if (navigator.canShare && navigator.canShare({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  download(blob, file.name);
}
