// The betting layout: an SVG whose areas take chips by click, by touch and by keyboard.
// The server draws it and decides everything; this file tells it what was meant, and shows the chips it answers with.
const SVG = "http://www.w3.org/2000/svg";
const NARROW = "(max-width: 640px)";

export default {
  template: `<div class="felt-holder"></div>`,
  props: { wide: String, narrow: String, hint: String },
  data: () => ({ state: { round: 0, chips: {}, notes: {}, hits: [], shut: "…", closed: {}, answered: 0 } }),
  mounted() {
    this.query = window.matchMedia(NARROW);
    this.clicks = 0;
    this.underWay = new Map();
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
    // What the server says now: {round, chips: {area: {mine, others, stands, lammer}}, notes: {area: edge}, hits: [area],
    // shut: why no chip can be laid at all, closed: {area or wager: why none can be laid there}, answered: click}
    show(state) {
      if (state.round !== this.state.round || state.shut !== this.state.shut) this.hush();
      this.state = state;
      for (const click of [...this.underWay.keys()]) if (click <= state.answered) this.underWay.delete(click);
      this.paint();
    },
    // Why no chip can be laid on an area now; nothing where one can, or where one's own lie and can be taken off.
    why(name) {
      if (this.state.shut) return this.state.shut;
      if (this.state.chips[name]?.mine) return "";
      return this.state.closed[name] ?? this.state.closed[name.split(" ")[0]] ?? "";
    },
    // Tell the server what was meant, once for each click however often it is sent, and for the round that is shown.
    place(name, kind, amount) {
      this.hush();
      const why = this.why(name);
      if (why) {
        this.tell({ area: name, text: why });
        return;
      }
      const click = ++this.clicks;
      this.underWay.set(click, { name, kind });
      this.$emit("place", { area: name, kind, amount: amount ?? "", click, round: this.state.round });
      this.paint();
    },
    // A few words beside an area, where the eye is, also on a layout that is scrolled sideways.
    tell({ area, text }) {
      this.hush();
      const known = this.areas.get(area) ?? [...this.areas.values()].find(({ group }) => group.dataset.wager === area.split(" ")[0]);
      if (!known || !text) return;
      const home = this.$el.getBoundingClientRect();
      const seen = (this.$el.closest(".scrolls-sideways") ?? this.$el).getBoundingClientRect();
      const place = known.shape.getBoundingClientRect();
      this.note = document.createElement("div");
      this.note.className = "felt-note";
      this.note.setAttribute("aria-hidden", "true");
      this.note.textContent = text;
      this.note.dataset.about = area;
      this.$el.append(this.note);
      const { width, height } = this.note.getBoundingClientRect();
      const left = Math.min(Math.max(place.left + place.width / 2 - width / 2, seen.left + 4), seen.right - width - 4);
      const above = place.top - home.top - height - 6;
      this.note.style.left = `${left - home.left}px`;
      this.note.style.top = `${above >= 0 ? above : place.bottom - home.top + 6}px`;
    },
    hush() {
      this.note?.remove();
      this.note = null;
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
      group.addEventListener("click", () => this.place(name, "add"));
      group.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        this.place(name, "remove");
      });
      group.addEventListener("focus", () => this.look(name));
      group.addEventListener("mouseenter", () => this.look(name));
      group.addEventListener("mouseleave", () => this.state.closed[this.note?.dataset.about] && this.hush());
      group.addEventListener("keydown", (event) => this.pressed(event, name));
    },
    // What is under the pointer or has the focus: the page tells about it, and this why no chip can be laid there.
    look(name) {
      this.$emit("look", { area: name });
      if (!this.state.shut && this.why(name)) this.tell({ area: name, text: this.why(name) });
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
      else if (event.key === "Enter" || event.key === " " || event.key === "+") this.place(name, "add");
      else if (event.key === "-" || event.key === "Backspace") this.place(name, "remove");
      else if (event.key === "Delete") this.place(name, "set", "0");
      else if (/^[0-9]$/.test(event.key) && !this.why(name)) this.type(name, event.key);
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
        if (send && amount) this.place(name, "set", amount);
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
      const { round, shut, answered } = this.state;
      Object.assign(this.$el.dataset, { round, shut, answered, clicks: this.clicks });
      for (const [name, { group, shape, label }] of this.areas) {
        const on = this.state.chips[name];
        const note = this.state.notes[name] ?? this.state.notes[group.dataset.wager];
        const edge = group.querySelector("[data-edge]");
        if (edge && note) edge.textContent = note;
        const told = [label];
        if (note && !label.includes("house edge")) told.push(`house edge ${note}`);
        if (on?.mine) told.push(`your wager ${on.mine}${on.stands ? ", standing" : ""}`);
        if (on?.others) told.push(`others ${on.others}`);
        if (on?.lammer) told.push(`a lammer plays for ${on.lammer}`);
        const why = group.hasAttribute("tabindex") ? this.why(name) : "";
        if (why && !this.state.shut) told.push(`not now: ${why}`);
        group.setAttribute("aria-label", told.join(", "));
        if (group.hasAttribute("tabindex")) group.setAttribute("aria-disabled", String(Boolean(why)));
        group.classList.toggle("closed", Boolean(why) && !this.state.shut);
        group.classList.toggle("hit", this.state.hits.includes(name));
        if (on?.others) this.chip(group, shape, short(on.others), "others", scale);
        if (on?.lammer) this.chip(group, shape, "FREE", "lammer", scale, on.lammer);
        if (on?.mine) this.chip(group, shape, short(on.mine), on.stands ? "stands" : "mine", scale, on.mine);
      }
      for (const { name, kind } of this.underWay.values()) {
        const { group, shape } = this.areas.get(name);
        if (kind !== "remove") this.chip(group, shape, "…", "under-way", scale);
      }
    },
    chip(group, shape, text, kind, scale, amount = "") {
      const box = shape.getBBox();
      const radius = Math.max(Math.min(box.width, box.height, 84) * 0.3, Math.max(13, 12 * scale));
      const at = resting(shape, box, radius);
      const shift = kind === "others" ? radius * 0.9 : 0;
      const chip = make("g", { class: `chip ${kind}`, "aria-hidden": "true", "data-amount": amount });
      chip.append(
        make("circle", { class: "rim", cx: at.x - shift, cy: at.y - shift * 0.6, r: radius }),
        make("circle", { class: "face", cx: at.x - shift, cy: at.y - shift * 0.6, r: radius * 0.72 }),
      );
      const size = radius * (kind === "lammer" ? 0.46 : text.length > 4 ? 0.5 : text.length > 3 ? 0.6 : 0.72);
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
