namespace RgPolicy.Testing;

/// <summary>A test that needs a disk which can be filled up; skipped with the reason otherwise.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class SmallDiskFactAttribute : FactAttribute
{
    public SmallDiskFactAttribute() => Skip = SmallDisk.ReasonToSkip;
}
