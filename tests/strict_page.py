"""A page of HTML, read strictly."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """A page read strictly: every element closed in order; gathers ids, links and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.loads: list[str] = []
        self.counted: dict[str, int] = {}
        self.feed(text)
        self.close()
        assert self.open == []
        self.text = " ".join(" ".join(self.texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counted[tag] = self.counted.get(tag, 0) + 1
        named = dict(attrs)
        assert len(named) == len(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]
        self.loads += [tag for name in named if name in ("src", "srcset", "data", "action")]
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
