import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** How the proxy treats its next connection once a number of bytes has passed towards the server. */
export interface Fault {
  readonly after: number
  /**
   * Cut: both sides are closed. Reset: both are reset. Stall: the client is closed, and the server waits for the rest.
   * Notice: nothing is closed.
   */
  readonly how: 'cut' | 'reset' | 'stall' | 'notice'
  readonly happened: () => void
}

/** A TCP proxy of one client, which can break its next connection and change its server. */
export class CuttingProxy {
  readonly #server: net.Server
  readonly #open = new Set<Socket>()
  #target: () => number
  #fault: Fault | null = null

  private constructor(target: () => number) {
    this.#target = target
    this.#server = net.createServer((client) => this.#join(client))
  }

  /** @param target port of the server for each new connection */
  static async start(target: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  set target(target: () => number) {
    this.#target = target
  }

  breakNext(fault: Fault): void {
    this.#fault = fault
  }

  /** Closes connections that were stalled. */
  release(): void {
    for (const socket of this.#open) socket.destroy()
  }

  async stop(): Promise<void> {
    this.release()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket): void {
    const fault = this.#fault
    this.#fault = null
    const upstream = net.connect(this.#target(), '127.0.0.1')
    let passed = 0
    let stalled = false
    let happened = false
    for (const socket of [client, upstream]) {
      this.#open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => this.#open.delete(socket))
    }
    // A connection that ends in order passes its last bytes on first.
    upstream.once('close', (failed) => failed && client.destroy())
    client.once('close', () => stalled || upstream.destroy())
    upstream.pipe(client)
    client.on('data', (data: Buffer) => {
      const left = fault && !happened ? fault.after - passed : Number.POSITIVE_INFINITY
      passed += data.length
      if (!upstream.write(data.subarray(0, Math.max(0, left)))) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
      if (!fault || data.length < left) return
      happened = true
      if (fault.how === 'notice') upstream.write(data.subarray(left))
      else if (fault.how === 'reset') {
        upstream.resetAndDestroy()
        client.resetAndDestroy()
      } else {
        stalled = fault.how === 'stall'
        // What was passed on should arrive before the end of the connection.
        if (!stalled) upstream.end()
        client.destroy()
      }
      fault.happened()
    })
  }
}
