using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>A test on a real MariaDB; skipped, with the reason, where none is installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MariaDbFactAttribute : FactAttribute
{
    public MariaDbFactAttribute() => Skip = MariaDbPrograms.ReasonToSkip;
}
