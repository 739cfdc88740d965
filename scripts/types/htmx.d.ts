// The part of HTMX that our scripts use; the page loads HTMX itself.

interface HtmxDetail {
  elt: Element;
  xhr: XMLHttpRequest;
  verb: string;
  headers: Record<string, string>;
  successful: boolean;
  shouldSwap: boolean;
  requestConfig?: { verb: string; path: string; elt: Element };
}

interface DocumentEventMap {
  "htmx:afterRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeSwap": CustomEvent<HtmxDetail>;
  "htmx:configRequest": CustomEvent<HtmxDetail>;
}

declare const htmx: {
  ajax(
    verb: string,
    path: string,
    context: { target?: string | Element; swap: string; values?: Record<string, string> },
  ): Promise<void>;
  trigger(target: string | Element, event: string): void;
  process(target: Element): void;
};
