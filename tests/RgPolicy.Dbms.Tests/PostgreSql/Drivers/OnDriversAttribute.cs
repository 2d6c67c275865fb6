using System.Reflection;
using RgPolicy.Testing.PostgreSql;
using Xunit.Sdk;

namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>Runs a theory on a real PostgreSQL of one major version with every driver that is
/// installed: Npgsql always.</summary>
/// <param name="version">The major version, 14 to 18.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class OnDriversAttribute(int version) : DataAttribute
{
    public int Version => version;

    public override string? Skip => PostgresVersions.ReasonToSkip(version);

    public override IEnumerable<object[]> GetData(MethodInfo testMethod) =>
        Driver.Installed.Select(driver => new object[] { version, driver });
}
