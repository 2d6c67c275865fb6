using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A test that governs the backends behind a pgbouncer; without root or pgbouncer it is
/// skipped and says so.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PoolerFactAttribute : FactAttribute
{
    public PoolerFactAttribute()
    {
        if (!Environment.IsPrivilegedProcess)
            Skip = "governing processes needs root: run as root";
        else if (!PgBouncer.IsHere)
            Skip = "pgbouncer is not here: run tools/setup pooler";
    }
}
