import { Skeleton } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { qrPath } from './qrPath.ts'

export type QrCodeProps = {
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
        <Skeleton shape="box" />
      </span>
    )
  return (
    <span className="lk-qr" data-ready>
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={code.path} fill="#121313" />
      </svg>
      {hasLogo ? (
        <span className="lk-qr-logo" aria-hidden="true">
          {logo}
        </span>
      ) : null}
    </span>
  )
}
