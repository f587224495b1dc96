/**
 * Light transport in GLSL: one path a pixel and pass, with next-event estimation of a window and of the sun that shines
 * through it (James Kajiya, "The rendering equation", 1986), and an edge-avoiding smoothing of what noise is left
 * (Holger Dammertz and others, "Edge-avoiding A-Trous wavelet transform", 2010).
 */
const CAMERA = /* glsl */ `
uniform vec3 eye, right, up, forward;
uniform float tangent;
uniform vec2 size;
vec3 through(vec2 pixel) {
  vec2 s = (pixel / size * 2. - 1.) * vec2(size.x / size.y, 1.) * tangent;
  return normalize(forward + right * s.x + up * s.y);
}
`

/** Writes normal and distance, and the colour of what the middle of a pixel sees. */
export const GEOMETRY = /* glsl */ `${CAMERA}
in vec2 uv;
layout(location = 0) out vec4 place;
layout(location = 1) out vec4 colour;
void main() {
  vec3 rd = through(gl_FragCoord.xy);
  int id;
  float t = march(eye, rd, 60., 90, .0012, id);
  vec3 p = eye + rd * t;
  if (id < -1) { place = vec4(-rd, t); colour = vec4(1); return; }
  place = vec4(normalOf(id, p), t);
  colour = vec4(skinOf(id, p).colour, float(id));
}`

export const PATHS = /* glsl */ `${CAMERA}
in vec2 uv;
layout(location = 0) out vec4 base;
layout(location = 1) out vec4 sun;
layout(location = 2) out vec4 glow;
uniform uint pass;
uniform float share, aperture, focus;
uniform vec3 toSun, sunlight, skylight;

uint state;
float random() {
  state = state * 747796405u + 2891336453u;
  uint w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return float((w >> 22u) ^ w) / 4294967296.;
}
/** Pairs that fill the square evenly from pass to pass (Martin Roberts' R2 sequence), shifted per pixel and use. */
vec2 pair() { return fract(vec2(random(), random()) + float(pass) * vec2(.7548776662, .5698402910)); }

// The window: an upright rectangle at x = -9.
const float PANE = -9.;
uniform sampler2D shade;
/** The window as the light sees it, 0 to 1: panes, bars and the tree outside; drawn over z -5 to 7, y 1 to 11. */
float sunAt(vec3 p, vec3 l) {
  if (l.x > -.05) return 0.;
  vec3 w = p + l * ((PANE - p.x) / l.x);
  return texture(shade, vec2((w.z + 5.) / 12., (w.y - 1.) / 10.)).r;
}
vec3 room(vec3 rd, vec3 p, bool mirror) {
  if (mirror && rd.x < -.05) {
    vec3 w = p + rd * ((PANE - p.x) / rd.x);
    vec3 open = texture(shade, vec2((w.z + 5.) / 12., (w.y - 1.) / 10.)).rgb;
    if (open.b > 0.) return skylight * 1.5 * open.b;
  }
  float side = smoothstep(.5, -1., rd.x);
  return skylight * mix(vec3(.055, .05, .046), vec3(.16, .165, .17), side) * (.7 + .5 * rd.y);
}
vec3 wallLight(vec3 p) {
  float fall = exp(-.12 * (p.x + 9.)) * (.6 + .4 * smoothstep(0., 5., p.y));
  return vec3(.5, .47, .4) * skylight * (.07 + .42 * fall) * (.86 + .22 * fbm(p * vec3(.5, .7, 1.)));
}
vec3 wallSun(vec3 p) { return vec3(.5, .45, .36) * sunlight * .3 * sunAt(p, toSun) * max(0., -toSun.z); }

bool hidden(vec3 p, vec3 l, float reach) { int id; return march(p, l, reach, 40, .003, id) < reach - .02; }

vec3 skyOn(vec3 p, vec3 n) {
  vec2 r = pair();
  vec3 w = vec3(PANE, mix(2., 9.5, r.x), mix(-4., 6., r.y)), l = w - p;
  float d = length(l);
  l /= d;
  float c = dot(n, l);
  vec3 light = vec3(0);
  if (c > 0.) if (!hidden(p, l, min(d, 12.))) light = skylight * c * -l.x * 60. / (d * d * 3.14159);
  return light;
}
vec3 sunOn(vec3 p, vec3 n, vec3 view, float mirror, float rough, out vec3 shine) {
  vec2 r = pair();
  float a = r.x * 6.2831853, s = sqrt(r.y) * .02;
  vec3 side = normalize(cross(toSun, vec3(0, 1, 0))), top = cross(side, toSun);
  vec3 l = normalize(toSun + side * cos(a) * s + top * sin(a) * s);
  shine = vec3(0);
  float c = dot(n, l);
  float open = c > 0. ? sunAt(p, l) : 0.;
  if (open > .02) if (hidden(p, l, 14.)) open = 0.;
  c = max(c, 0.);
  float e = 2. / (rough * rough * rough * rough + .0006);
  shine = sunlight * open * c * mirror * (e + 2.) * .125 * pow(max(dot(n, normalize(l + view)), 0.), e);
  return sunlight * open * c;
}

void main() {
  state = uint(gl_FragCoord.x) * 1973u + uint(gl_FragCoord.y) * 9277u + 26699u;
  random();
  vec2 j = pair();
  vec2 pixel = floor(gl_FragCoord.xy) + j;
  vec3 ro = eye, rd = through(pixel);
  if (aperture > 0.) {
    vec2 r = pair();
    vec3 aim = eye + rd * focus / dot(rd, forward);
    ro += (right * cos(r.x * 6.2831853) + up * sin(r.x * 6.2831853)) * sqrt(r.y) * aperture;
    rd = normalize(aim - ro);
  }
  base = sun = glow = vec4(0, 0, 0, share);
  int id;
  float t = march(ro, rd, 60., 90, .0012, id);
  vec3 p = ro + rd * t;
  if (id == -3) { base.rgb = room(rd, p, false) * share; return; }
  if (id == -2) { base.rgb = wallLight(p) * share; sun.rgb = wallSun(p) * share; return; }
  if (true) {
  Skin skin = skinOf(id, p);
  vec3 flat_ = normalOf(id, p), n = normalize(flat_ + skin.bump - flat_ * dot(flat_, skin.bump) * .5);
  vec3 from = p + flat_ * .006, shine;
  base.rgb += skin.colour * skyOn(from, n);
  sun.rgb += skin.colour * sunOn(from, n, -rd, skin.mirror, skin.rough, shine) + shine;

  float facing = max(dot(n, -rd), 0.);
  float fresnel = skin.mirror + (1. - skin.mirror) * pow(1. - facing, 5.) * (1. - skin.rough);
  float chance = clamp(fresnel * 2., .1, .9);
  vec2 r = pair();
  vec3 weight, dir;
  bool mirror = random() < chance;
  float a = r.x * 6.2831853;
  if (mirror) {
    vec3 m = reflect(rd, n);
    float s = skin.rough * skin.rough * sqrt(r.y) * 1.2;
    vec3 x = normalize(cross(m, abs(m.y) < .9 ? vec3(0, 1, 0) : vec3(1, 0, 0)));
    dir = normalize(m + (x * cos(a) + cross(m, x) * sin(a)) * s);
    weight = vec3(fresnel / chance);
  } else {
    vec3 x = normalize(cross(n, abs(n.y) < .9 ? vec3(0, 1, 0) : vec3(1, 0, 0)));
    dir = (x * cos(a) + cross(n, x) * sin(a)) * sqrt(r.y) + n * sqrt(1. - r.y);
    weight = skin.colour * (1. - fresnel) / (1. - chance);
  }
  if (dot(dir, flat_) > 0.) {
    t = march(from, dir, 30., 60, .002, id);
    vec3 q = from + dir * t, m = normalOf(id, q), other = plainOf(id), unused;
    vec3 sky = id == -3 ? room(dir, from, mirror) : id == -2 ? wallLight(q) : other * (skyOn(q + m * .006, m) + skylight * .06);
    vec3 warm = id == -3 ? vec3(0) : id == -2 ? wallSun(q) : other * (sunOn(q + m * .006, m, -dir, 0., 1., unused) + sunlight * .04);
    base.rgb += weight * min(sky, 3.);
    if (mirror) sun.rgb += weight * min(warm, 3.);
    else glow.rgb = warm * weight / max(skin.colour, .01) * share;
  }
  }
  base.rgb = min(base.rgb, 12.) * share;
  sun.rgb = min(sun.rgb, 12.) * share;
}`

export const DENOISE = /* glsl */ `
in vec2 uv;
layout(location = 0) out vec4 outBase;
layout(location = 1) out vec4 outSun;
layout(location = 2) out vec4 outGlow;
uniform sampler2D place, colour, base, sun, glow;
uniform int stride;
uniform float keep;
uniform bool last;
float grey(vec3 c) { return dot(c, vec3(.25, .6, .15)); }
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), top = textureSize(base, 0) - 1;
  vec4 here = texelFetch(place, at, 0), tint = texelFetch(colour, at, 0);
  float gb = grey(texelFetch(base, at, 0).rgb), gs = grey(texelFetch(sun, at, 0).rgb);
  vec4 sumB = vec4(0), sumS = vec4(0), sumG = vec4(0);
  for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++) {
    ivec2 q = clamp(at + ivec2(x, y) * stride, ivec2(0), top);
    vec4 there = texelFetch(place, q, 0), other = texelFetch(colour, q, 0);
    vec3 b = texelFetch(base, q, 0).rgb, s = texelFetch(sun, q, 0).rgb;
    float w = exp(-float(x * x + y * y) * .3);
    w *= pow(max(dot(here.xyz, there.xyz), 0.), 16.) * exp(-abs(here.w - there.w) / (.02 * here.w));
    if (tint.a != other.a) w = 0.;
    sumG += vec4(texelFetch(glow, q, 0).rgb, 1) * w;
    w *= exp(-length(tint.rgb - other.rgb) * 10. / (grey(tint.rgb) + .08));
    sumB += vec4(b, 1) * w * exp(-abs(grey(b) - gb) / (keep * (gb + .04)));
    sumS += vec4(s, 1) * w * exp(-abs(grey(s) - gs) / (keep * (gs + gb * .4 + .04)));
  }
  outBase = vec4(sumB.rgb / sumB.a, 1);
  // Where two things or two colours meet, the samples of a pixel are its soft edge: leave them.
  bool border = false;
  for (int k = 0; k < 4; k++) {
    ivec2 q = clamp(at + ivec2(k < 2 ? k * 2 - 1 : 0, k < 2 ? 0 : k * 2 - 5), ivec2(0), top);
    vec4 other = texelFetch(colour, q, 0);
    border = border || other.a != tint.a || length(other.rgb - tint.rgb) > .25 * (grey(tint.rgb) + .04);
  }
  if (border) {
    outBase = texelFetch(base, at, 0);
    sumS = vec4(texelFetch(sun, at, 0).rgb, 1);
  }
  outGlow = vec4(sumG.rgb / sumG.a, 1);
  outSun = vec4(sumS.rgb / sumS.a + (last ? outGlow.rgb * tint.rgb : vec3(0)), 1);
}`
