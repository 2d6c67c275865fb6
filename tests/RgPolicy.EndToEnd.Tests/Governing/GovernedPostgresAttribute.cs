using System.Reflection;
using RgPolicy.Testing.PostgreSql;
using Xunit.Sdk;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// Runs a theory as root on a real PostgreSQL of one major version, which is the first parameter; more values follow
/// it. Skipped with the reason without root or without that version.
/// </summary>
/// <param name="version">The major version, 14 to 18.</param>
/// <param name="values">The other parameters.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class GovernedPostgresAttribute(int version, params object?[] values) : DataAttribute
{
    public int Version => version;

    public object?[] Values => values;

    public override string? Skip =>
        Environment.IsPrivilegedProcess
            ? PostgresVersions.ReasonToSkip(version)
            : "governing processes needs root: run as root";

    public override IEnumerable<object?[]> GetData(MethodInfo testMethod) =>
        [
            [version, .. values],
        ];
}
