// The kit's one button: the browser prints.
document.getElementById("print").addEventListener("click", () => print());
