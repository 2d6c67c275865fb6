using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;

namespace RgPolicy.Dbms.Tests.Configure;

/// <summary>What tests of all configurators do.</summary>
internal static class ConfiguratorCalls
{
    /// <summary>The policy, compiled for the server.</summary>
    public static PolicyProgram Bind(this IConfigurator configurator, string policy)
    {
        var check = PolicyReader.Check(policy, "p.rgp", configurator.Profile);
        Assert.True(
            check.Policy is not null,
            policy + string.Join('\n', check.Diagnostics.Select(each => each.Message))
        );
        return PolicyProgram.Compile(check.Policy, configurator.Profile);
    }

    /// <summary>Connects to a SQL Server.</summary>
    public static Task<SqlServerConfigurator> ConfiguratorAsync(this SqlServerConnectionOptions options) =>
        SqlServerConfigurator.ConnectAsync(options, null, CancellationToken.None);
}
