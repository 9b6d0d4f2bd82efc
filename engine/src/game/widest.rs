//! Loops that use all that the processor they run on has: wide registers, and instructions that
//! count and find bits.

/// Defines a function that calls another one, which must be `#[inline(always)]`, compiled for the
/// processor that it runs on. This changes how fast it runs, never what it returns: the compiler keeps
/// the order of additions. `--cfg towerlab_portable` leaves them out,
/// so that tests can compare.
macro_rules! widest {
    ($(#[$meta:meta])* $visibility:vis fn $name:ident(
        $($argument:ident: $type:ty),* $(,)?
    ) -> $result:ty = $portable:path) => {
        $(#[$meta])*
        #[inline]
        $visibility fn $name($($argument: $type),*) -> $result {
            #[cfg(all(target_arch = "x86_64", not(towerlab_portable)))]
            {
                #[target_feature(enable = "avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
                fn avx512($($argument: $type),*) -> $result {
                    $portable($($argument),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2($($argument: $type),*) -> $result {
                    $portable($($argument),*)
                }
                match $crate::game::widest::Width::detect() {
                    #[allow(unsafe_code)]
                    // SAFETY: the processor has these features.
                    $crate::game::widest::Width::Avx512 => return unsafe { avx512($($argument),*) },
                    #[allow(unsafe_code)]
                    // SAFETY: the processor has these features.
                    $crate::game::widest::Width::Avx2 => return unsafe { avx2($($argument),*) },
                    $crate::game::widest::Width::Portable => {}
                }
            }
            $portable($($argument),*)
        }
    };
}

pub(crate) use widest;

/// What the processor has.
#[cfg(all(target_arch = "x86_64", not(towerlab_portable)))]
#[derive(Clone, Copy)]
pub(crate) enum Width {
    Avx512,
    Avx2,
    Portable,
}

#[cfg(all(target_arch = "x86_64", not(towerlab_portable)))]
impl Width {
    /// Looks once, and remembers.
    #[inline]
    pub fn detect() -> Width {
        static DETECTED: std::sync::OnceLock<Width> = std::sync::OnceLock::new();
        *DETECTED.get_or_init(|| {
            let bits = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let is_wide =
                is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
            match (bits, is_wide, is_x86_feature_detected!("avx2")) {
                (true, true, _) => Width::Avx512,
                (true, false, true) => Width::Avx2,
                _ => Width::Portable,
            }
        })
    }
}
