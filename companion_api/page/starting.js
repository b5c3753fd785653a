// Classic and as old browsers know it: says what is needed, or that not everything arrived, where the page does not start.
(function () {
  var root = document.documentElement, old = !("noModule" in document.createElement("script")), told = null;
  var SAID = {
    fr: ["Tout n’est pas arrivé.", "Ce navigateur est trop ancien : il faut Safari 15, Chrome 89, Edge 89, Firefox 89 ou plus récent.", "Réessayer"],
    en: ["Not everything arrived.", "This browser is too old: Safari 15, Chrome 89, Edge 89, Firefox 89 or newer is needed.", "Try again"],
    de: ["Nicht alles ist angekommen.", "Dieser Browser ist zu alt: nötig ist Safari 15, Chrome 89, Edge 89, Firefox 89 oder neuer.", "Noch einmal"],
    es: ["No ha llegado todo.", "Este navegador es demasiado antiguo: hace falta Safari 15, Chrome 89, Edge 89, Firefox 89 o más reciente.", "Reintentar"]
  };
  function started() { return root.hasAttribute("data-started"); }
  function tell() {
    if (started() || !document.body) return;
    if (told) document.body.removeChild(told);
    told = document.createElement("div");
    told.id = "not-started";
    told.setAttribute("role", "alert");
    told.style.cssText = "position:fixed;left:0;right:0;bottom:0;padding:16px;background:#fff;color:#111;font:18px/1.4 sans-serif;text-align:center";
    for (var language in SAID) {
      var line = document.createElement("p");
      line.lang = language;
      line.style.margin = "4px 0";
      line.appendChild(document.createTextNode(SAID[language][old ? 1 : 0]));
      told.appendChild(line);
    }
    var again = document.createElement("button");
    again.style.cssText = "font:inherit;margin-top:8px;padding:10px 20px";
    again.appendChild(document.createTextNode(SAID.fr[2] + " · " + SAID.en[2] + " · " + SAID.de[2] + " · " + SAID.es[2]));
    again.onclick = function () { location.reload(); };
    told.appendChild(again);
    document.body.appendChild(told);
  }
  window.addEventListener("error", function (event) {
    if (/SyntaxError/.test(event.message || "")) old = true;
    else if (!event.target || event.target.tagName !== "SCRIPT") return;
    setTimeout(tell, 300);
  }, true);
  setTimeout(tell, old ? 1000 : 8000);
  setInterval(function () {
    if (told && started()) { document.body.removeChild(told); told = null; }
  }, 500);
})();
