/**
 * Style of `<latchkey-button>`; a constructable sheet, so that a strict `style-src` allows it. The parts take no pointer: one
 * that is drawn anew between press and release would take the click with it.
 */
export const BUTTON_CSS = `
:host{display:inline-block;--_accent:var(--latchkey-accent,#506aeb);--_on-accent:var(--latchkey-on-accent,#fff);--_surface:#1b1d1d;--_text:#f2f3f3;--_line:#f2f3f314}
:host([data-theme=light]){--_accent:var(--latchkey-accent,#586cdb);--_surface:#f5f6f6;--_text:#141515;--_line:#14151514}
:host([hidden]){display:none}
button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;gap:8px;min-block-size:44px;padding-inline:20px;border-radius:22px;background:var(--_accent);color:var(--_on-accent);font:600 16px/24px system-ui,sans-serif;cursor:pointer;transition:filter 125ms ease-out,transform 75ms ease-out;-webkit-tap-highlight-color:transparent;user-select:none;white-space:nowrap}
button:hover{filter:brightness(1.07)}
button:active{transform:scale(.98)}
button:focus-visible{outline:2px solid var(--_accent);outline-offset:2px}
button:disabled{opacity:.5;cursor:default}
button[data-state=connected],button[data-state=connecting]{background:var(--_surface);color:var(--_text);box-shadow:inset 0 0 0 1px var(--_line);font-variant-numeric:tabular-nums}
bdi{pointer-events:none}
.balance{opacity:.72;font-weight:500}
@media (max-width:400px){.balance{display:none}}
@media (prefers-reduced-motion:reduce){button{transition:none}button:active{transform:none}}
@media (forced-colors:active){button{border:1px solid ButtonText;forced-color-adjust:auto}}
`
