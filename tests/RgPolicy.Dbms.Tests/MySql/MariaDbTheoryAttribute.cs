using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>A theory on a real MariaDB; skipped, with the reason, where none is installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MariaDbTheoryAttribute : TheoryAttribute
{
    public MariaDbTheoryAttribute() => Skip = MariaDbPrograms.ReasonToSkip;
}
