/**
 * Materials of the things on the table, in GLSL: colour (linear), bump, mirror strength and roughness at a point in the
 * thing's own units. `worn` is any number that makes two of a kind differ.
 */
export const SKINS = /* glsl */ `
uniform sampler2D grains;
struct Skin { vec3 colour; vec3 bump; float mirror; float rough; };

float hash(vec3 p) { p = fract(p * .1031); p += dot(p, p.zyx + 31.32); return fract((p.x + p.y) * p.z); }
/**
 * Value noise by one texture read: two slices of it are in the red and green of a 256 x 256 texture (Quilez's
 * arrangement).
 */
float noise(vec3 x) {
  vec3 i = floor(x), f = fract(x);
  f = f * f * (3. - 2. * f);
  vec2 pair = texture(grains, (i.xy + vec2(37., 239.) * i.z + f.xy + .5) / 256.).rg;
  return mix(pair.x, pair.y, f.z);
}
float fbm(vec3 p) { return .5 * noise(p) + .27 * noise(p * 2.03 + 7.) + .15 * noise(p * 4.1 + 3.) + .08 * noise(p * 8.3); }
vec3 slope(vec3 p) {
  float n = noise(p);
  return vec3(noise(p + vec3(.15, 0, 0)) - n, noise(p + vec3(0, .15, 0)) - n, noise(p + vec3(0, 0, .15)) - n) / .15;
}

Skin lemonSkin(vec3 q, float worn) {
  float tip = smoothstep(.38, .56, abs(q.x));
  vec3 c = mix(vec3(.86, .56, .025), vec3(.9, .64, .06), fbm(q * 5. + worn * 9.));
  c = mix(c, vec3(.55, .52, .05), tip * .55);
  return Skin(c, slope(q * 26. + worn) * .09 + slope(q * 7. + worn) * .03, .045, .3);
}
Skin citrusCut(vec2 q, float worn) {
  float r = length(q), a = atan(q.y, q.x) + worn, n = 9.;
  float sector = abs(fract(a / 6.2831853 * n) - .5) * 2.;
  float wall = smoothstep(.8, .97, sector + .08 / max(r, .05) * .3);
  float pulp = noise(vec3(q * vec2(1.), worn) * 5. + vec3(cos(a), sin(a), 0.) * 2.);
  float fibre = noise(vec3(a * 16., r * 9., worn));
  vec3 c = mix(vec3(.9, .62, .08), vec3(.94, .76, .28), fibre * .7 + pulp * .3);
  c = mix(c, vec3(.93, .86, .62), max(wall, smoothstep(.06, .03, r)));
  c = mix(c, vec3(.95, .9, .72), smoothstep(.272, .29, r));
  c = mix(c, vec3(.86, .6, .03), smoothstep(.328, .338, r));
  return Skin(c, vec3((fibre - .5) * .12, 0., (pulp - .5) * .12), .06, .22);
}
Skin halfSkin(vec3 q, float worn) {
  if (q.y > -.02) return citrusCut(q.xz, worn);
  return lemonSkin(q.yxz, worn);
}
Skin orangeSkin(vec3 q, float worn) {
  vec3 c = mix(vec3(.87, .22, .008), vec3(.9, .3, .012), fbm(q * 4. + worn * 5.));
  c = mix(c, vec3(.1, .14, .02), smoothstep(.05, .03, length(q.xz) * (1. + .3 * cos(5. * atan(q.z, q.x)))) * step(0., q.y));
  return Skin(c, slope(q * 30. + worn) * .1, .045, .28);
}
Skin appleSkin(vec3 q, float worn) {
  float a = atan(q.z, q.x), r = length(q.xz);
  if (q.y > .3 && r < .075) return Skin(vec3(.13, .07, .03), slope(q * 30.) * .1, .02, .6);
  float streak = fbm(vec3(cos(a) * 6., sin(a) * 6., q.y * 1.2) + worn * 7.);
  float blush = smoothstep(.28, .62, streak + .35 * smoothstep(-.5, .35, q.y) - .3 * smoothstep(.22, .05, r) * step(0., q.y));
  vec3 c = mix(vec3(.72, .42, .06), mix(vec3(.5, .02, .015), vec3(.33, .008, .012), streak), blush);
  float spot = smoothstep(.72, .86, noise(q * 34. + worn));
  return Skin(mix(c, vec3(.75, .5, .3), spot * .16), slope(q * 6.) * .012, .05, .12);
}
Skin leafSkin(vec3 q, float worn) {
  float vein = smoothstep(.02, .004, abs(q.z)) + .5 * smoothstep(.05, .0, abs(fract((q.x + abs(q.z) * .8) * 7.) - .5) * .25);
  return Skin(mix(vec3(.045, .13, .02), vec3(.11, .22, .05), clamp(vein, 0., 1.) * .7 + .2 * noise(q * 9. + worn)), slope(q * 14.) * .06, .05, .3);
}
Skin glazeSkin(vec3 q, vec3 outside, vec3 inside, float border) {
  float r = length(q.xz);
  float inner = step(r, border);
  float speck = smoothstep(.8, .86, noise(q * 26.)) * .35;
  vec3 c = mix(outside, inside, inner) * (.93 + .14 * fbm(q * 4.));
  return Skin(mix(c, vec3(.08, .05, .03), speck), slope(q * 3.) * .02, .055, .09);
}
Skin eggSkin(vec3 q, float worn) {
  vec3 c = mix(vec3(.66, .4, .24), vec3(.78, .56, .4), fract(worn * .37));
  c *= .93 + .1 * fbm(q * 6. + worn);
  return Skin(mix(c, vec3(.35, .17, .08), smoothstep(.72, .8, noise(q * 22. + worn)) * .25), slope(q * 40.) * .025, .03, .4);
}
Skin crustSkin(vec3 q) {
  float bake = fbm(q * 5.) + .35 * smoothstep(.3, .45, q.y);
  return Skin(mix(vec3(.62, .36, .14), vec3(.36, .15, .04), smoothstep(.35, .9, bake)), slope(q * 24.) * .1 + slope(q * 60.) * .05, .02, .6);
}
Skin curdSkin(vec3 q) {
  vec3 c = mix(vec3(.92, .58, .03), vec3(.93, .66, .08), fbm(q * 4.));
  if (q.y > .3) c = mix(c, vec3(.62, .26, .02), .35 * smoothstep(.62, .8, fbm(q * 3.1 + 4.)));
  return Skin(c, slope(q * 5.) * .03, .06, .1);
}
Skin meringueSkin(vec3 q) {
  float toast = smoothstep(.5, .74, q.y + .1 * noise(q * 12.));
  return Skin(mix(vec3(.9, .85, .76), vec3(.5, .24, .07), toast * .85), slope(q * 20.) * .05, .03, .4);
}
Skin clothSkin(vec3 q, vec3 stripe) {
  float x = abs(fract(q.x * .9 + .5) - .5);
  float band = smoothstep(.06, .052, abs(x - .16)) + smoothstep(.016, .01, abs(x - .27));
  float weave = sin(q.x * 150.) * sin(q.z * 150.);
  vec3 c = mix(vec3(.78, .74, .66), stripe, clamp(band, 0., 1.) * .85) * (.94 + .06 * weave) * (.92 + .14 * fbm(q * 7.));
  return Skin(c, vec3(cos(q.x * 150.) * .1, 0., cos(q.z * 150.) * .1) + slope(q * 9.) * .05, .012, .8);
}
Skin boardSkin(vec3 q, vec3 paint, float bare) {
  // Painted planks along x; the paint is thin where the grain is hard and gone at the edges.
  float plank = floor(q.z / 1.34), z = fract(q.z / 1.34);
  float shift = hash(vec3(plank, 3., 7.)) * 40.;
  float grain = fbm(vec3(q.x * .35 + shift, q.z * 9., plank * 3.));
  float fine = fbm(vec3(q.x * 1.4 + shift, q.z * 46., plank));
  float edge = min(z, 1. - z);
  float chip = smoothstep(.62, .72, fbm(vec3(q.x * 1.3 + shift, q.z * 4., 2.)) + .26 * smoothstep(.09, .0, edge) + bare);
  vec3 wood = mix(vec3(.36, .22, .12), vec3(.17, .09, .045), grain * .8 + fine * .4 - .2);
  vec3 top = paint * (.8 + .42 * fine) * (.88 + .24 * hash(vec3(plank, 9., 1.)));
  vec3 c = mix(top, wood, max(chip, smoothstep(.66, .8, grain) * .45));
  c *= mix(.12, 1., smoothstep(.002, .014, edge));
  return Skin(c, vec3(0., 0., (fine - .5) * .5), .03, .45);
}
`
