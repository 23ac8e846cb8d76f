import { QrSkeleton, roundedModules } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'

type QrCodeProps = {
  /** What the code says; while it is not known, a skeleton of the same size stands there. */
  value: string | undefined
  /** Accessible name. */
  label: string
  /** A picture for the middle: 6 % of the area. */
  logo?: ReactNode
}

/** A QR code, dark on white in every theme. */
export function QrCode({ value, label, logo }: QrCodeProps): ReactElement {
  const hasLogo = logo !== undefined
  const code = useMemo(() => (value === undefined ? undefined : qrPath(value, hasLogo)), [value, hasLogo])
  if (!code)
    return (
      <span className="lk-qr" aria-busy="true">
        <QrSkeleton />
      </span>
    )
  return (
    <span className="lk-qr" data-ready>
      <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
        <path d={code.path} fill="#121313" fillRule="evenodd" />
      </svg>
      {hasLogo ? (
        <span className="lk-qr-logo" aria-hidden="true">
          {logo}
        </span>
      ) : null}
    </span>
  )
}

/** ISO/IEC 18004: modules of light around the code. */
const QUIET_ZONE = 4
/** Share of the edge that a logo takes: 6 % of the area. `.lk-qr-logo` has the same. */
const LOGO_EDGE = 0.24
/**
 * ISO/IEC 18004: the smallest version beneath a logo. In a smaller one the free square covers more
 * codewords than level Q corrects: a link of 20 characters could not be read at all.
 */
const LOGO_MIN_VERSION = 5

type QrPath = {
  /** Modules on an edge, the quiet zone included. */
  size: number
  /** SVG path of the dark modules, for the rule `evenodd`. */
  path: string
}

/**
 * Draws a text as a QR code of one path, with rounded modules.
 *
 * @param hasLogo a picture takes the middle: more of the code can be restored (level Q or H instead of M)
 */
export function qrPath(text: string, hasLogo: boolean): QrPath {
  const { data, size } = encode(text, {
    border: QUIET_ZONE,
    ...(hasLogo ? { ecc: 'Q', boostEcc: true, minVersion: LOGO_MIN_VERSION } : { ecc: 'M' }),
  })
  return {
    size,
    path: roundedModules(data, { quietZone: QUIET_ZONE, free: hasLogo ? LOGO_EDGE : undefined }),
  }
}
