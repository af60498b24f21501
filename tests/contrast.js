// Every text on a page that stands out too little from what it is written on, by the measure of WCAG AA.
() => {
  const parse = (text) => {
    const [red, green, blue, alpha] = text.match(/[\d.]+/g).map(Number);
    return [red, green, blue, alpha ?? 1];
  };
  const over = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3])).concat(1);
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const ratio = (one, other) => {
    const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  // Where the cloth is lightest; the words on it are light.
  const CLOTH = [15, 105, 71, 1];
  const PAPER = [255, 246, 234, 1];
  const ground = (element) => {
    const layers = [];
    if (element.closest(".chip-choice, .chip, .playing-card")) return PAPER;
    for (let at = element; at; at = at.parentElement) {
      if (at.tagName === "g" && at.querySelector(":scope > .felt")) {
        const fill = getComputedStyle(at.querySelector(":scope > .felt")).fill;
        if (fill !== "none") layers.push(parse(fill));
      }
      const style = getComputedStyle(at);
      const colour = parse(style.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (style.backgroundImage.includes("gradient")) { layers.push(CLOTH); break; }
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest("option, .unseen, [disabled], script, style, noscript, title")) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.left < -500) continue;
    let colour = parse(element.closest("svg") ? style.fill : style.color);
    for (let at = element; at; at = at.parentElement) colour[3] *= Number(getComputedStyle(at).opacity);
    const under = ground(element);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const has = ratio(over(colour, under), under);
    if (has < least) found.push(`${node.data.trim().slice(0, 40)}: ${colour} on ${under.map(Math.round)}, ${has.toFixed(2)}`);
  }
  return [...new Set(found)];
}
