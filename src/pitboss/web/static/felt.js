// The betting layout: an SVG whose areas take chips by click, by touch and by keyboard.
// The server draws it and decides everything; this file tells it what was meant, and shows the chips it answers with.
const SVG = "http://www.w3.org/2000/svg";
const NARROW = "(max-width: 640px)";

export default {
  template: `<div class="felt-holder"></div>`,
  props: { wide: String, narrow: String, hint: String },
  data: () => ({ state: { open: false, chips: {}, notes: {}, hits: [] } }),
  mounted() {
    this.query = window.matchMedia(NARROW);
    this.redraw = () => this.draw();
    this.query.addEventListener("change", this.redraw);
    document.addEventListener("keydown", this.shortcut);
    this.draw();
  },
  unmounted() {
    this.query.removeEventListener("change", this.redraw);
    document.removeEventListener("keydown", this.shortcut);
  },
  methods: {
    // What the server says now: {open, chips: {area: {mine, others, stands, ready}}, notes: {area: edge}, hits: [area]}
    show(state) {
      this.state = state;
      this.paint();
    },
    draw() {
      this.$el.innerHTML = this.query.matches && this.narrow ? this.narrow : this.wide;
      this.areas = new Map();
      for (const group of this.$el.querySelectorAll("[data-wager]")) {
        const name = `${group.dataset.wager} ${group.dataset.spot}`.trim();
        const shape = group.querySelector(".felt");
        this.areas.set(name, { group, shape, label: group.getAttribute("aria-label") });
        group.dataset.area = name;
        group.querySelector("title")?.remove();
        this.makeReachable(group, shape, name);
      }
      this.paint();
    },
    makeReachable(group, shape, name) {
      if (group.dataset.later !== undefined) return;
      group.setAttribute("role", "button");
      // A place between numbers is reached with the arrow keys, so that Tab does not stop a hundred times.
      group.setAttribute("tabindex", shape.classList.contains("between") ? "-1" : "0");
      group.addEventListener("click", () => this.$emit("place", { area: name, kind: "add" }));
      group.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        this.$emit("place", { area: name, kind: "remove" });
      });
      group.addEventListener("focus", () => this.$emit("look", { area: name }));
      group.addEventListener("mouseenter", () => this.$emit("look", { area: name }));
      group.addEventListener("keydown", (event) => this.pressed(event, name));
    },
    // A key anywhere on the page, unless something is being typed.
    shortcut(event) {
      const at = document.activeElement;
      const typing = at?.matches("select, textarea, input:not([type=radio]):not([type=checkbox])");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key.length !== 1) return;
      this.$emit("key", { key: event.key.toLowerCase() });
    },
    pressed(event, name) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (step) this.move(name, step);
      else if (event.key === "Enter" || event.key === " " || event.key === "+") this.$emit("place", { area: name, kind: "add" });
      else if (event.key === "-" || event.key === "Backspace") this.$emit("place", { area: name, kind: "remove" });
      else if (event.key === "Delete") this.$emit("place", { area: name, kind: "set", amount: "0" });
      else if (/^[0-9]$/.test(event.key) && this.state.open) this.type(name, event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    // To the nearest area in a direction; what lies straight ahead counts as nearer than what lies beside.
    move(name, [dx, dy]) {
      const from = middle(this.areas.get(name).shape);
      let best = null;
      for (const [other, { group, shape }] of this.areas) {
        if (other === name || !group.hasAttribute("tabindex")) continue;
        const to = middle(shape);
        const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
        const beside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
        if (ahead < 2) continue;
        const far = ahead + 2.5 * beside;
        if (!best || far < best.far) best = { far, group };
      }
      best?.group.focus();
    },
    // An amount that is typed: a field over the area, Enter puts it down, Escape does not.
    type(name, first) {
      const { group, shape, label } = this.areas.get(name);
      const place = shape.getBoundingClientRect();
      const home = this.$el.getBoundingClientRect();
      const field = document.createElement("input");
      field.className = "typed-amount";
      field.inputMode = "decimal";
      field.setAttribute("aria-label", `Amount on ${label}`);
      field.value = first;
      field.style.left = `${Math.max(0, place.left - home.left + place.width / 2 - 44)}px`;
      field.style.top = `${Math.max(0, place.top - home.top + place.height / 2 - 18)}px`;
      let done = false;
      const end = (send) => {
        if (done) return;
        done = true;
        const amount = field.value;
        field.remove();
        group.focus();
        if (send && amount) this.$emit("place", { area: name, kind: "set", amount });
      };
      field.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(true);
        if (event.key === "Escape") end(false);
      });
      field.addEventListener("blur", () => end(false));
      this.$el.append(field);
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    },
    paint() {
      if (!this.areas) return;
      const scale = (this.$el.querySelector("svg")?.viewBox.baseVal.width || 1) / (this.$el.clientWidth || 1);
      for (const old of this.$el.querySelectorAll(".chip")) old.remove();
      for (const [name, { group, shape, label }] of this.areas) {
        const on = this.state.chips[name];
        const note = this.state.notes[name] ?? this.state.notes[group.dataset.wager];
        const edge = group.querySelector("[data-edge]");
        if (edge && note) edge.textContent = note;
        const told = [label];
        if (note && !label.includes("house edge")) told.push(`house edge ${note}`);
        if (on?.mine) told.push(`your wager ${on.mine}${on.stands ? ", standing" : ""}`);
        if (on?.others) told.push(`others ${on.others}`);
        group.setAttribute("aria-label", told.join(", "));
        if (group.hasAttribute("tabindex")) group.setAttribute("aria-disabled", String(!this.state.open));
        group.classList.toggle("hit", this.state.hits.includes(name));
        if (on?.others) this.chip(group, shape, short(on.others), "others", scale);
        if (on?.mine) this.chip(group, shape, short(on.mine), on.ready === false ? "draft" : on.stands ? "stands" : "mine", scale);
      }
    },
    chip(group, shape, text, kind, scale) {
      const box = shape.getBBox();
      const radius = Math.max(Math.min(box.width, box.height, 84) * 0.3, Math.max(13, 12 * scale));
      const at = resting(shape, box, radius);
      const shift = kind === "others" ? radius * 0.9 : 0;
      const chip = make("g", { class: `chip ${kind}`, "aria-hidden": "true" });
      chip.append(
        make("circle", { class: "rim", cx: at.x - shift, cy: at.y - shift * 0.6, r: radius }),
        make("circle", { class: "face", cx: at.x - shift, cy: at.y - shift * 0.6, r: radius * 0.72 }),
      );
      const size = radius * (text.length > 4 ? 0.5 : text.length > 3 ? 0.6 : 0.72);
      const words = make("text", { x: at.x - shift, y: at.y - shift * 0.6 + size * 0.36, "font-size": size });
      words.textContent = text;
      chip.append(words);
      group.append(chip);
    },
  },
};

function make(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function middle(shape) {
  const box = shape.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

// Where a chip of a size lies in an area: beside the words of a wide or a large one, inside one that is no rectangle.
function resting(shape, box, radius) {
  const centre = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (shape.tagName === "circle") {
    // In a betting circle the chip lies at the rim above the words, so that they stay readable.
    const aside = box.width > 80 ? box.width * 0.37 : 0;
    return new DOMPoint(centre.x + aside, centre.y - aside);
  }
  if (shape.tagName === "rect") {
    if (box.width > 2.4 * box.height) centre.x = box.x + box.width - box.height * 0.75;
    else if (box.height > 1.3 * box.width) centre.y = box.y + box.height - box.width * 0.6;
    else if (Math.min(box.width, box.height) > 3.6 * radius) {
      centre.x = box.x + box.width - 1.15 * radius;
      centre.y = box.y + 1.15 * radius;
    }
    return centre;
  }
  const inside = (point) => shape.isPointInFill(point);
  const around = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  let best = null;
  for (let i = 1; i < 40; i++) {
    for (let j = 1; j < 24; j++) {
      const point = new DOMPoint(box.x + (box.width * i) / 40, box.y + (box.height * j) / 24);
      if (!inside(point)) continue;
      // Rather a little farther off than over the edge.
      const over = around.filter(([x, y]) => !inside(new DOMPoint(point.x + x * radius, point.y + y * radius))).length;
      const off = Math.hypot(point.x - (box.x + box.width * 0.72), point.y - (box.y + box.height * 0.75));
      const far = off + over * Math.max(box.width, box.height);
      if (!best || far < best.far) best = { far, point };
    }
  }
  return best ? best.point : centre;
}

// An amount on a chip: "$1,250.00" is 1.25k.
function short(money) {
  const amount = Number(money.replace(/[^0-9.]/g, ""));
  if (amount >= 10000) return `${+(amount / 1000).toFixed(0)}k`;
  if (amount >= 1000) return `${+(amount / 1000).toFixed(2)}k`;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}
