using System.Reflection;
using RgPolicy.Testing.PostgreSql;
using Xunit.Sdk;

namespace RgPolicy.Testing;

/// <summary>
/// Runs a theory on a real PostgreSQL of one major version, which is the first parameter; more values
/// follow it. Where that version is not unpacked the rows are skipped, with the reason.
/// </summary>
/// <param name="version">The major version, 14 to 18.</param>
/// <param name="values">The other parameters.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class OnPostgresAttribute(int version, params object?[] values) : DataAttribute
{
    public int Version => version;

    public object?[] Values => values;

    public override string? Skip => PostgresVersions.ReasonToSkip(version);

    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        [
            [version, .. values],
        ];
}
