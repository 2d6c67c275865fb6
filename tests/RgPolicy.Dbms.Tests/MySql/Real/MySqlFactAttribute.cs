namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>A test on a real MySQL; skipped, with the reason, where none is here.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MySqlFactAttribute : FactAttribute
{
    public MySqlFactAttribute() => Skip = MySqlPrograms.ReasonToSkip;
}

/// <summary>The same with arguments.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MySqlTheoryAttribute : TheoryAttribute
{
    public MySqlTheoryAttribute() => Skip = MySqlPrograms.ReasonToSkip;
}
