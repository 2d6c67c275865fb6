namespace RgPolicy.Sidecar.Serving;

/// <summary>Why a mover ends.</summary>
internal enum MoverEnd
{
    /// <summary>By the guard or by a signal.</summary>
    Told,

    /// <summary>The guard is dead: another one is started.</summary>
    GuardDied,
}
