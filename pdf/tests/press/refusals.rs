//! Sheets that named papers are too small for.

/// Sheets and, below them, the pages that they do not fit, for each look. The look `low_ink`
/// refuses what `plain` refuses.
///
/// A cell measures at least 6 mm, and text 7 points, before the page is enlarged for
/// `high_contrast` (1.16 times) and `large_print` (1.72 times). So ten rows with their axes are 7
/// cm high, or 12 cm in large print:
///
/// - One map fits A6 in portrait, with its fleet below, but not in landscape.
/// - Two maps on a page, the sea of *Solo Salvo*, the mats and the price list need A5, and large
///   print a paper that is long in one direction. Planets of 16 rows are higher than A5 in
///   landscape.
/// - Cards are as wide as a hand writes, and pieces to cut out as large as fingers fold.
/// - Some refusals are only in Italian or German, where ships, suits and signs have longer names.
pub(crate) const REFUSALS: &str = r#"
advanced
advanced map=16x16
advanced map=v1:16x16:herring points=200 resupply=10
advanced-pack map=v1:16x16:herring
  plain: a6; high_contrast: a5 landscape, a6; large_print: a4 landscape, a5, a6, legal landscape, letter landscape

battle-map
tactical-map
tactical-map seats=4
  plain: a6 landscape; high_contrast: a6 landscape, a6 portrait (it); large_print: a5 landscape, a6

battle-map battle=3
game: battle-map
  plain: a6 landscape; high_contrast: a6 landscape, a6 portrait (it); large_print: a5 landscape, a5 portrait (it), a6

class-set packs=2 seed=school
game: advanced
game: tactical-map
tactical-map tactical=v1:10:j3,i2,u3,p2:herring
voices-pack battle=3 tactical=7
voices-pack battle=3 tactical=7 seats=8
  plain: a6 landscape; high_contrast: a6; large_print: a5, a6

classic
classic-pack
game: classic
maps
  plain: a6; high_contrast: a5 portrait, a6; large_print: a4 portrait, a5, a6, letter portrait

classic fleet=five_ships
classic-pack fleet=five_ships
  plain: a6; high_contrast: a5 landscape (it, de), a5 portrait, a6; large_print: a4 landscape (it, de), a4 portrait, a5, a6, letter portrait

classic mode=single fleet=custom grid={"columns":12,"rows":9} ships=[{"class":"cruiser","length":4,"shots":2}]
  plain: a6; high_contrast: a5 landscape, a6; large_print: a4 landscape, a5, a6, letter

d10
  high_contrast: a6; large_print: a5 landscape (de), a5 portrait, a6

game-matrices
game-matrix matrix=8
game-matrix matrix=v1:10:t1,d1,m1,w1,v1,z1,dʒ1,aʊ1,ɛ1,θ1:the-longest-seed-there-may-be-is-this-40
game: score size=large
  plain: a6 landscape; high_contrast: a6 landscape; large_print: a5 landscape, a6

game-matrix matrix=v1:6:t3,ʃ2,aʊ1:A-1
  large_print: a6 landscape

game: maps
maps battle=9 tactical=10
  plain: a6; high_contrast: a5, a6; large_print: a4 landscape (it), a4 portrait, a5, a6, letter portrait

game: satellite
satellite
satellite-pack
satellite-pieces
  plain: a6; high_contrast: a5 landscape, a6; large_print: a4 landscape, a5, a6, legal landscape, letter

game: score
  large_print: a6 landscape, a6 portrait (de)

game: score layout=facing
pronunciation-key
  large_print: a6

game: solo
solo
solo order=arms,crowns,moons,suns lends=moons
  plain: a6; high_contrast: a6; large_print: a5, a6

maps seats=3 fleet={"carrier":2,"submarine":4}
  plain: a6; high_contrast: a5, a6; large_print: a4, a5, a6, letter landscape (it), letter portrait

move-card
  plain: a6 portrait; high_contrast: a5 portrait, a6; large_print: a4 portrait, a5, a6, legal portrait, letter portrait

piecepack
solo-pack
  plain: a6; high_contrast: a5 landscape, a6; large_print: a4 landscape, a5, a6, letter landscape

satellite rows=16 columns=16
satellite-pieces rows=16 columns=16
  plain: a5 landscape, a6; high_contrast: a5, a6; large_print: a4, a5, a6, legal landscape, letter

solo wumpuses=true
  plain: a6 portrait; high_contrast: a5 portrait (it), a6 landscape (it, de), a6 portrait; large_print: a4 portrait (it), a5 landscape (it, de), a5 portrait, a6
"#;
