using RgPolicy.Dbms.MySql.Doctor;

namespace RgPolicy.Dbms.Tests.MySql.Doctor;

/// <summary>What is read from an account's definition: MariaDB's as 10.11 printed them, MySQL's by its
/// manual.</summary>
public sealed class AuthenticationCheckTests
{
    [Theory]
    [InlineData(
        true,
        "CREATE USER `a`@`%` IDENTIFIED BY PASSWORD '*B69' WITH MAX_USER_CONNECTIONS 8",
        "mysql_native_password"
    )]
    [InlineData(
        true,
        "CREATE USER `a`@`localhost` IDENTIFIED VIA unix_socket OR mysql_native_password USING '*B'",
        "unix_socket"
    )]
    [InlineData(true, "CREATE USER `a``@``b`@`10.%` IDENTIFIED VIA ed25519 USING 'x'", "ed25519")]
    [InlineData(
        false,
        "CREATE USER `a`@`%` IDENTIFIED WITH 'caching_sha2_password' AS '$A$005$' REQUIRE NONE",
        "caching_sha2_password"
    )]
    [InlineData(false, "CREATE USER 'a'@'%' IDENTIFIED WITH 'caching_sha2_password' AS 'x'", "caching_sha2_password")]
    public void Of_APlugin_IsNamedAndNothingElse(bool isMariaDb, string definition, string plugin)
    {
        var finding = AuthenticationCheck.Of(definition, isMariaDb, "'a'@'%'");

        Assert.Equal((DoctorState.Ok, $"the account logs in by {plugin}"), (finding.State, finding.Message));
    }

    [Theory]
    [InlineData(true, "CREATE USER `a`@`%`", "no password")]
    [InlineData(true, "CREATE USER ` IDENTIFIED VIA x`@`%` REQUIRE SSL", "no password")]
    [InlineData(true, "CREATE USER `a`@`%` IDENTIFIED VIA mysql_old_password USING '1'", "before 4.1")]
    [InlineData(false, "CREATE USER `a`@`%` IDENTIFIED WITH 'mysql_native_password' AS '*B'", "MySQL 8.4 has off")]
    public void Of_AWeakOne_IsAWarning(bool isMariaDb, string definition, string message)
    {
        var finding = AuthenticationCheck.Of(definition, isMariaDb, "'a'@'%'");

        Assert.Equal(DoctorState.Warning, finding.State);
        Assert.Contains(message, finding.Message, StringComparison.Ordinal);
        Assert.StartsWith("ALTER USER 'a'@'%' IDENTIFIED ", finding.Fix, StringComparison.Ordinal);
    }
}
