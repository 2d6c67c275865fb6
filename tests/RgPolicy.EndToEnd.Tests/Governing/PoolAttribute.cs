using System.Reflection;
using RgPolicy.Testing.Stack;
using Xunit.Sdk;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Runs a theory behind a pooler; where it is not installed, it is skipped and says so.</summary>
/// <param name="pooler">pgbouncer's mode, or pgpool.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class PoolAttribute(string pooler) : DataAttribute
{
    public const string PgPoolName = "pgpool";

    public string Pooler => pooler;

    public override string? Skip =>
        pooler == PgPoolName
            ? PgPool.IsHere
                ? null
                : "pgpool is not here: run tools/setup pgpool"
            : PgBouncer.IsHere
                ? null
                : "pgbouncer is not here: run tools/setup pooler";

    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        [
            [pooler],
        ];
}
