using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.Tests.MySql.Connect;

public sealed class MySqlServerConnectionTests
{
    [Theory]
    [InlineData("mysql://app@db1:3307", "mysql://app@db1:3307", false)]
    [InlineData("mariadb://app@127.0.0.1", "mysql://app@127.0.0.1:3306", true)]
    [InlineData("mysql://localhost/", "mysql://rgpolicy@localhost:3306", true)]
    [InlineData("mysql://app@/?socket=/run/s", "mysql://app@/?socket=/run/s", true)]
    [InlineData("mysql://a%40b@[::1]:3306?sslmode=verify-full", "mysql://a%40b@::1:3306", true)]
    public void Parse_Connection_IsReadAndShownWithoutSecrets(string url, string target, bool isLocal)
    {
        var options = MySqlServerConnection.Parse(url, name => name == "RGPOLICY_PASSWORD" ? "secret" : null).Options!;

        Assert.Equal((target, isLocal), (options.Target, options.IsLocal));
        Assert.DoesNotContain("secret", options.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mysql://app:secret@h", "can be seen by other users")]
    [InlineData("mysql://app@h/shop", "none is named")]
    [InlineData("mysql://app@h:0", "port")]
    [InlineData("mysql://app@h?sslmode=sometimes", "sslmode")]
    [InlineData("mysql://app@h?socket=relative", "socket")]
    [InlineData("postgres://app@h", "not a MySQL or MariaDB connection")]
    public void Parse_WhatIsWrong_IsSaid(string url, string problem)
    {
        var result = MySqlServerConnection.Parse(url, _ => null);

        Assert.Null(result.Options);
        Assert.Contains(problem, result.Problem, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", result.Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mysql://app@/?socket=/s", MySqlSslMode.Preferred)]
    [InlineData("mysql://app@/?socket=/s&sslmode=disable", MySqlSslMode.None)]
    [InlineData("mysql://app@/?socket=/s&sslmode=require", MySqlSslMode.Required)]
    [InlineData("mysql://app@/?socket=/s&sslmode=verify-full", MySqlSslMode.VerifyCA)]
    [InlineData("mysql://app@h", MySqlSslMode.Preferred)]
    [InlineData("mysql://app@h?sslmode=disable", MySqlSslMode.None)]
    [InlineData("mysql://app@h?sslmode=verify-full", MySqlSslMode.VerifyFull)]
    public void NewConnection_SocketOrNetwork_IsEncryptedAsTheConnectionSays(string url, MySqlSslMode expected)
    {
        using var connection = MySqlServerConnection.Parse(url, _ => null).Options!.NewConnection();

        Assert.Equal(expected, new MySqlConnectionStringBuilder(connection.ConnectionString).SslMode);
    }

    [Theory]
    [InlineData("10.11.19-MariaDB-0+deb12u1", true, "10.11.19")]
    [InlineData("5.5.5-10.6.4-MariaDB", true, "10.6.4")]
    [InlineData("8.4.3", true, "8.4.3")]
    [InlineData("26.10.0-commercial", true, "26.10.0")]
    [InlineData("5.5.68-MariaDB", false, "5.5.68")]
    [InlineData("10.4.34-MariaDB", false, "10.4.34")]
    [InlineData("5.7.44-log", false, "5.7.44")]
    [InlineData("unknown", false, "")]
    public void WhyNot_Version_IsObservedFromTheOldestOn(string version, bool isObserved, string parts)
    {
        Assert.Equal(isObserved, MySqlVersion.WhyNot(version) is null);
        Assert.Equal(parts, string.Join('.', MySqlVersion.Parts(version)));
    }
}
