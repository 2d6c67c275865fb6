using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.Tests.SqlServer.Connect;

public sealed class SqlServerConnectionTests
{
    [Theory]
    [InlineData("application_intent=read_only", "ReadOnly", false)]
    [InlineData("application_intent=read_write&extended_events=true", "ReadWrite", true)]
    [InlineData("", "ReadWrite", false)]
    public void Parse_IntentAndEvents_AreKeptInTheTarget(string parameters, string intent, bool hasEvents)
    {
        var options = Parse(parameters, "secret");

        using var connection = options.NewConnection("test");
        Assert.Equal(intent, new SqlConnectionStringBuilder(connection.ConnectionString).ApplicationIntent.ToString());
        Assert.Equal(hasEvents, options.HasExtendedEvents);
        var again = SqlServerConnection.Parse(options.Target, _ => null).Options!;
        Assert.Equal((options.OnlyReads, hasEvents), (again.OnlyReads, again.HasExtendedEvents));
    }

    [Theory]
    [InlineData("hints_at_primary=true", true)]
    [InlineData("hints_at_primary=false", false)]
    [InlineData("", false)]
    public void Parse_HintsAtPrimary_AreKeptInTheTarget(string parameters, bool isSo)
    {
        var options = Parse(parameters, "secret");

        Assert.Equal(isSo, options.HasHintsAtPrimary);
        Assert.Equal(isSo, SqlServerConnection.Parse(options.Target, _ => null).Options!.HasHintsAtPrimary);
    }

    [Theory]
    [InlineData("encrypt=strict&host_name_in_certificate=db.example.com", "Strict", "db.example.com", false)]
    [InlineData("encrypt=true&multi_subnet_failover=true", "True", "", true)]
    [InlineData("encrypt=false", "False", "", false)]
    [InlineData("", "True", "", false)]
    public void NewConnection_Parameters_ReachTheDriver(
        string parameters,
        string encrypt,
        string name,
        bool isMultiSubnet
    )
    {
        var options = Parse(parameters, "secret");

        using var connection = options.NewConnection("test");

        var text = new SqlConnectionStringBuilder(connection.ConnectionString);
        Assert.Equal(encrypt, text.Encrypt.ToString());
        Assert.Equal(name, text.HostNameInCertificate);
        Assert.Equal(isMultiSubnet, text.MultiSubnetFailover);
        Assert.Equal(options.Target, SqlServerConnection.Parse(options.Target, _ => null).Options?.Target);
    }

    [Fact]
    public void NewConnection_AccessToken_IsNoPasswordAndNotShown()
    {
        var options = Parse("authentication=access_token", "a.token.of.entra");

        using var connection = options.NewConnection("test");

        Assert.Equal("a.token.of.entra", connection.AccessToken);
        Assert.DoesNotContain("token.of", connection.ConnectionString, StringComparison.Ordinal);
        Assert.DoesNotContain("token.of", options.ToString(), StringComparison.Ordinal);
        Assert.EndsWith("?authentication=access_token", options.Target, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("authentication=ActiveDirectoryInteractive", "access_token")]
    [InlineData("authentication=entra", "Azure.Identity")]
    [InlineData("encrypt=strict&trust_server_certificate=true", "always checks")]
    [InlineData("encrypt=maybe", "encrypt=true|false|strict")]
    public void Parse_WhatTheDriverCannotDo_SaysWhatItCan(string parameters, string said)
    {
        var parsed = SqlServerConnection.Parse("sqlserver://a@h?" + parameters, _ => null);

        Assert.Null(parsed.Options);
        Assert.Contains(said, parsed.Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("encrypt=false", "encrypt=false")]
    [InlineData("trust_server_certificate=true", "not checked")]
    [InlineData("encrypt=strict", null)]
    [InlineData("", null)]
    public void WhyUnguarded_ConnectionThatOthersCouldRead_IsSaid(string parameters, string? said)
    {
        var why = Parse(parameters, "").WhyUnguarded;

        Assert.Equal(said is null, why is null);
        Assert.Contains(said ?? "", why ?? "", StringComparison.Ordinal);
    }

    private static SqlServerConnectionOptions Parse(string parameters, string password)
    {
        var parsed = SqlServerConnection.Parse(
            "sqlserver://a@h:1433?" + parameters,
            name => name == "RGPOLICY_PASSWORD" ? password : null
        );
        return parsed.Options ?? throw new InvalidOperationException(parsed.Problem);
    }
}
