/**
 * Signed distance functions of the things on the kitchen table, in GLSL. One unit is about eight centimetres. Standing
 * things have their foot at y = 0, fruit is centred. Cut hollow sphere, smooth minimum and capsule follow Inigo Quilez,
 * "distance functions" (https://iquilezles.org/articles/distfunctions/, MIT).
 */
export const SHAPES = /* glsl */ `
float smin(float a, float b, float k) { float h = max(k - abs(a - b), 0.) / k; return min(a, b) - h * h * k * .25; }
float smax(float a, float b, float k) { return -smin(-a, -b, k); }
float capsule(vec3 p, vec3 a, vec3 b, float r) {
  vec3 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0., 1.)) - r;
}
float ellipsoid(vec3 p, vec3 r) { float k = length(p / r); return k * (k - 1.) / length(p / (r * r)); }
float segment(vec2 p, vec2 a, vec2 b, float r) {
  vec2 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0., 1.)) - r;
}
float roundBox(vec3 p, vec3 b, float r) {
  vec3 q = abs(p) - b + r;
  return length(max(q, 0.)) + min(max(q.x, max(q.y, q.z)), 0.) - r;
}

float sdLemon(vec3 p) {
  float d = ellipsoid(p, vec3(.47, .355, .36));
  d = smin(d, capsule(p, vec3(.44, 0, 0), vec3(.535, .01, 0), .055), .16);
  return smin(d, capsule(p, vec3(-.42, 0, 0), vec3(-.5, 0, .01), .05), .13);
}
float sdHalflemon(vec3 p) {
  // It rests on its peel; the cut faces up and a little towards the camera.
  return smax(sdLemon(p.yxz * vec3(-1., 1., 1.)), p.y, .015);
}
float sdOrange(vec3 p) { return length(p * vec3(1., 1.05, 1.)) - .5 + .02 * exp(-dot(p.xz, p.xz) * 90.) * smoothstep(.2, .4, p.y); }
float sdApple(vec3 p) {
  float a = atan(p.z, p.x), low = smoothstep(.1, -.5, p.y);
  float r = length(p.xz) * (1. + .22 * low) + .014 * low * cos(5. * a);
  float body = length(vec2(r - .17, p.y * 1.02 + .02)) - .35;
  body = smin(body, length(vec3(p.x, p.y * 1.15 + .02, p.z)) - .3, .1);
  float dent = .3 * exp(-dot(p.xz, p.xz) * 34.) * smoothstep(.0, .3, p.y);
  float stem = capsule(p, vec3(0, .1, 0), vec3(.05, .47, .03), .022);
  return min(body + dent * .55, stem) * .8;
}
float sdLeaf(vec3 p) {
  p.y += .35 * p.x * p.x + .25 * abs(p.z);
  vec2 q = abs(p.xz);
  float r = .62, d = .42;
  float outline = length(vec2(q.x, q.y + d)) - r;
  return max(outline, abs(p.y) - .008) * .7;
}
float sdBowl(vec3 p) {
  float r = 1.62, h = .35, y = r - .06 - p.y;
  float w = sqrt(r * r - h * h);
  vec2 q = vec2(length(p.xz), y);
  vec2 s = vec2(q.x, q.y);
  float shell = (h * s.x > w * s.y ? length(s - vec2(w, h)) : abs(length(s) - r)) - .045;
  float foot = max(abs(length(p.xz) - .62) - .05, abs(p.y - .06) - .07) - .01;
  return smin(shell, foot, .05);
}
float sdCup(vec3 p) {
  vec2 q = vec2(length(p.xz), p.y);
  float d = segment(q, vec2(.33, .07), vec2(.44, .2), .04);
  d = smin(d, segment(q, vec2(.44, .2), vec2(.5, .86), .034), .06);
  d = min(d, segment(q, vec2(0, .06), vec2(.33, .06), .04));
  vec3 h = p - vec3(.56, .5, 0);
  float handle = length(vec2(length(h.xy * vec2(1.1, 1.)) - .22, h.z)) - .048;
  return smin(d, max(handle, .455 - q.x), .05);
}
float sdTea(vec3 p) { return max(length(p.xz) - .47, abs(p.y - .7) - .012); }
float sdPlate(vec3 p) {
  vec2 q = vec2(length(p.xz), p.y);
  float d = segment(q, vec2(0, .05), vec2(1.0, .05), .035);
  return smin(d, segment(q, vec2(1.0, .06), vec2(1.62, .19), .03), .08);
}
float sdSaucer(vec3 p) { return sdPlate(p / .6) * .6; }
float sdEgg(vec3 p) {
  float k = 1. + .22 * p.x;
  return ellipsoid(vec3(p.x, p.yz * k), vec3(.42, .31, .31)) * .85;
}
float sdButter(vec3 p) { return roundBox(p - vec3(0, .3, 0), vec3(.62, .26, .34), .035); }
float wedge(vec2 p, float from, float half_) {
  float a = from, c = cos(a), s = sin(a);
  p = vec2(c * p.x + s * p.y, abs(-s * p.x + c * p.y));
  return dot(p, vec2(-sin(half_), cos(half_)));
}
float sdTart(vec3 p) {
  float a = atan(p.z, p.x), r = length(p.xz);
  float flute = r + .035 * cos(a * 44.) * smoothstep(.0, .3, p.y);
  float shell = segment(vec2(flute, p.y), vec2(1.43, .03), vec2(1.56, .4), .055);
  shell = smin(shell, max(r - 1.45, abs(p.y - .05) - .05), .04);
  float cut = wedge(p.xz, -1.05, .36);
  return max(shell, -cut) * .8;
}
float sdCurd(vec3 p) {
  float r = length(p.xz);
  float d = max(r - 1.5, abs(p.y - .19) - .13);
  return max(d, -wedge(p.xz, -1.05, .36));
}
float sdKisses(vec3 p) {
  // A ring of piped meringue: one drop repeated eleven times, with a gap where the slice is out.
  float n = 11., a = atan(p.z, p.x) + .1, sector = 6.2831853 / n;
  float i = floor(a / sector + .5);
  float b = a - i * sector, r = length(p.xz);
  vec3 q = vec3(r * cos(b) - 1.12, p.y - .32, r * sin(b));
  float swirl = .012 * sin(atan(q.z, q.x) * 6. + q.y * 16.);
  float t = clamp(q.y / .42, 0., 1.);
  float d = length(vec2(length(q.xz), max(q.y - .0, 0.) * .35)) - mix(.215, .0, pow(t, 1.35)) + swirl;
  d = max(d, -q.y);
  d = max(d, q.y - .44);
  return max(d * .55, -wedge(p.xz, -1.05, .4));
}
float sdSlab(vec3 p, vec3 b) { return roundBox(p - vec3(0, b.y, 0), b, .012); }
float sdBook(vec3 p) {
  float pages = roundBox(p - vec3(.03, .17, 0), vec3(1.0, .13, 1.32), .01);
  float covers = roundBox(vec3(p.x, abs(p.y - .17) - .155, p.z), vec3(1.06, .022, 1.4), .015);
  float spine = roundBox(p - vec3(-1.06, .17, 0), vec3(.035, .175, 1.4), .03);
  return min(pages, min(covers, spine));
}
float sdClock(vec3 p) {
  vec2 q = vec2(length(p.xz), p.y);
  float d = max(q.x - 1.2, abs(q.y - .13) - .13);
  return min(d, length(q - vec2(1.22, .2)) - .12);
}
float sdCloth(vec3 p, vec3 b) {
  p.y -= .012 * sin(p.x * 3.1 + p.z * 1.3) + .01 * sin(p.z * 4.7 - p.x * 2.) + .02;
  p.x += .02 * sin(p.z * 5.);
  p.z += .02 * sin(p.x * 4.);
  return roundBox(p, b, .015) * .9;
}
float sdKnife(vec3 p) {
  float blade = max(roundBox(p - vec3(.75, .05, .02), vec3(.95, .012, .16), .005), dot(p.xz - vec2(1.7, .1), normalize(vec2(1., .9))));
  float grip = ellipsoid(p - vec3(-.75, .09, 0), vec3(.62, .085, .13));
  return min(blade, min(grip, capsule(p, vec3(-.3, .06, 0), vec3(-.15, .05, 0), .06)));
}
float sdFlour(vec3 p) {
  float r = length(p.xz);
  float heap = .86 + .34 * exp(-r * r * 1.5) + .022 * sin(p.x * 7.) * sin(p.z * 6. + 1.) - .16 * exp(-dot(p.xz - vec2(.2, -.1), p.xz - vec2(.2, -.1)) * 9.);
  return max(p.y - heap, r - 1.47) * .8;
}
`

/** Bounding spheres of the shapes: radius in units around the origin, and how far the centre is shifted up. */
export const BOUNDS = {
  lemon: [0.62, 0],
  halflemon: [0.62, 0],
  orange: [0.53, 0],
  apple: [0.57, 0],
  leaf: [0.5, 0],
  bowl: [1.72, 0.7],
  cup: [0.85, 0.48],
  tea: [0.48, 0.7],
  plate: [1.66, 0.1],
  saucer: [1.0, 0.06],
  egg: [0.44, 0],
  butter: [0.76, 0.3],
  tart: [1.68, 0.2],
  curd: [1.54, 0.18],
  kisses: [1.48, 0.5],
  book: [1.82, 0.17],
  clock: [1.37, 0.15],
  knife: [1.75, 0],
  flour: [1.56, 0.6],
} as const satisfies Record<string, readonly [number, number]>
