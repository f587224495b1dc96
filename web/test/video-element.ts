import { vi } from 'vitest'

/** Gives jsdom's video element, which plays nothing, the behaviour that the player needs. */
export function playableVideo(duration: number): void {
  const playing = new WeakSet<HTMLMediaElement>()
  const times = new WeakMap<HTMLMediaElement, number>()
  const define = (name: string, descriptor: PropertyDescriptor) =>
    vi.spyOn(HTMLMediaElement.prototype, name as 'paused', 'get').mockImplementation(descriptor.get as () => boolean)
  define('paused', {
    get(this: HTMLMediaElement) {
      return !playing.has(this)
    },
  })
  define('duration', { get: () => duration })
  define('readyState', { get: () => HTMLMediaElement.HAVE_ENOUGH_DATA })
  Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return times.get(this) ?? 0
    },
    set(this: HTMLMediaElement, time: number) {
      times.set(this, time)
      this.dispatchEvent(new Event('timeupdate'))
    },
  })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    playing.add(this)
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this)
    this.dispatchEvent(new Event('pause'))
  })
}
