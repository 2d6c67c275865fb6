namespace RgPolicy.Chaos;

/// <summary>Which processes are killed in one round.</summary>
[Flags]
internal enum Victims
{
    None = 0,
    Service = 1,
    Guard = 2,
    Mover = 4,
}
