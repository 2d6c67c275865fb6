using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.Tests.SqlServer.Roles;

/// <summary>Logins that a connection lists.</summary>
public sealed class ListedLoginsTests
{
    [Theory]
    [InlineData("sqlserver://a@h?exempt_logins=one,two", "one|two", "")]
    [InlineData(
        "sqlserver://a@h:1?governed_logins=CORP%5Csvc_%2A&encrypt=false&governed_logins=a%2Cb",
        "",
        @"CORP\svc_*|a,b"
    )]
    [InlineData("sqlserver://a@h", "", "")]
    public void Parse_Lists_AreAllThatTheConnectionNames(string url, string exempt, string governed)
    {
        var options = SqlServerConnection.Parse(url, _ => null).Options!;

        Assert.Equal(
            (exempt, governed),
            (string.Join('|', options.ExemptLogins), string.Join('|', options.GovernedLogins))
        );
    }

    [Theory]
    [InlineData("sqlserver://a@h?exempt_logins=")]
    [InlineData("sqlserver://a@h?exempt_login=a")]
    public void Parse_WrongList_SaysWhatThereIs(string url) =>
        Assert.Contains(
            "exempt_logins=A,B and governed_logins=A,B",
            SqlServerConnection.Parse(url, _ => null).Problem,
            StringComparison.Ordinal
        );

    [Fact]
    public void WithLogins_NamesOfAllKinds_AreReadBack()
    {
        string[] names = [@"CORP\anna", "a,b", "x&y=z", "100%", "a*", "Ümlaut"];

        var options = SqlServerConnection
            .Parse(ConnectionText.WithLogins("sqlserver://a@h?encrypt=false", names, names), _ => null)
            .Options!;

        Assert.Equal(names, options.ExemptLogins, StringComparer.Ordinal);
        Assert.Equal(names, options.GovernedLogins, StringComparer.Ordinal);
        Assert.False(options.Encrypts);
    }
}
