;; The products of a query with the signs of many rows, sixteen rows at a time (Andre, Kermarrec and Le Scouarnec 2017,
;; "Accelerated Nearest Neighbor Search with Quick ADC", arXiv 1704.07355). sign-products.ts lays out the memory.
(module
  (memory (export "memory") 1)
  ;; $tables: for each half of each byte of a signature, 16 products of the query with its four signs, one byte each
  ;; $bits: in blocks of 16 rows, for each byte of a signature those of the 16 rows
  ;; $scales, $estimates: a float for each row
  ;; $rows: a multiple of 16; $size: bytes of a signature; $step: factor of all products
  (func (export "estimate")
    (param $tables i32) (param $bits i32) (param $scales i32) (param $estimates i32) (param $rows i32) (param $size i32)
    (param $step f32)
    (local $table i32) (local $end i32) (local $last i32)
    (local $bytes v128) (local $low v128) (local $high v128) (local $sums v128) (local $factor v128)
    (local.set $last (i32.add (local.get $scales) (i32.shl (local.get $rows) (i32.const 2))))
    (local.set $factor (f32x4.splat (local.get $step)))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $scales) (local.get $last)))
        (local.set $low (v128.const i64x2 0 0))
        (local.set $high (v128.const i64x2 0 0))
        (local.set $table (local.get $tables))
        (local.set $end (i32.add (local.get $bits) (i32.shl (local.get $size) (i32.const 4))))
        (loop $signature
          (local.set $bytes (v128.load (local.get $bits)))
          (local.set $sums
            (i8x16.add
              (i8x16.swizzle (v128.load (local.get $table)) (i8x16.shr_u (local.get $bytes) (i32.const 4)))
              (i8x16.swizzle (v128.load offset=16 (local.get $table))
                (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_s (local.get $sums))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_s (local.get $sums))))
          (local.set $table (i32.add (local.get $table) (i32.const 32)))
          (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
          (br_if $signature (i32.lt_u (local.get $bits) (local.get $end))))
        (v128.store (local.get $estimates)
          (f32x4.mul (f32x4.mul (local.get $factor) (v128.load (local.get $scales)))
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $low)))))
        (v128.store offset=16 (local.get $estimates)
          (f32x4.mul (f32x4.mul (local.get $factor) (v128.load offset=16 (local.get $scales)))
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $low)))))
        (v128.store offset=32 (local.get $estimates)
          (f32x4.mul (f32x4.mul (local.get $factor) (v128.load offset=32 (local.get $scales)))
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $high)))))
        (v128.store offset=48 (local.get $estimates)
          (f32x4.mul (f32x4.mul (local.get $factor) (v128.load offset=48 (local.get $scales)))
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $high)))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 64)))
        (local.set $estimates (i32.add (local.get $estimates) (i32.const 64)))
        (br $blocks)))))
