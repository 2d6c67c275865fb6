namespace RgPolicy.Sidecar.Tests.Chaos;

/// <summary>Who dies in a round.</summary>
[Flags]
internal enum ChaosVictims
{
    None = 0,
    Client = 1,
    Mover = 2,
    Guard = 4,
    All = Client | Mover | Guard,
}
