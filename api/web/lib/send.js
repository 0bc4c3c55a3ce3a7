// Buttons that send something, and the focus of the keyboard, which must not be lost when they go away.

/**
 * Attributes of a button that sends something. While something is on its way, it keeps the focus and ignores a press.
 * @param {boolean} isSending
 * @param {() => void} send
 * @param {boolean} [isReady] False if something has to be chosen first.
 */
export function sends(isSending, send, isReady = true) {
  return { disabled: !isReady, "aria-disabled": isSending ? "true" : null, onclick: () => void (isSending || send()) };
}

/** Attributes of a button that can reach an end, such as the last page. There, it keeps the focus and does nothing. @param {boolean} isAtEnd @param {() => void} go */
export function goes(isAtEnd, go) {
  return { "aria-disabled": isAtEnd ? "true" : null, onclick: () => void (isAtEnd || go()) };
}

/**
 * Draws a screen. If the control that has the focus goes away, the focus moves to the square of the board that the
 * keyboard is at, or to the heading.
 * @param {HTMLElement} root
 * @param {() => void} draw
 */
export function keepingFocus(root, draw) {
  const before = document.activeElement;
  // Somebody who uses a finger or a mouse does not expect the page to scroll.
  const preventScroll = before?.matches(":focus-visible") !== true;
  const isInside = before !== null && root.contains(before);
  draw();
  if (!isInside || (before.isConnected && !before.matches(":disabled"))) return;
  // The code that removed the control may move the focus, too.
  setTimeout(() => {
    const now = document.activeElement;
    if (now !== null && now !== document.body && now !== before) return;
    if (before.isConnected && !before.matches(":disabled")) return;
    const heading = root.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    const place = root.querySelector('table:has(td.enabled) td[tabindex="0"]') ?? root.querySelector('table td[tabindex="0"]') ?? heading;
    if (place instanceof HTMLElement) place.focus({ preventScroll });
  });
}
