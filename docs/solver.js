// Puts the solver on the front page, once there is time; without `make web` its picture stays.
const place = document.getElementById("solver");
if (place) {
  const dress = () => {
    place.dataset.theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
  };
  dress();
  new MutationObserver(dress).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  import("./play/embedded.js").then(({ embed }) => embed(place)).catch(() => {});
}
