using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Connect;

public sealed class PostgresConnectionTests
{
    [Theory]
    [InlineData("postgres://ann@db1:5433/shop", "postgres://ann@db1:5433/shop")]
    [InlineData("postgresql://ann@db1/shop", "postgres://ann@db1:5432/shop")]
    [InlineData("postgres://ann@[::1]:5433/shop", "postgres://ann@::1:5433/shop")]
    [InlineData("postgres://ann@/shop?host=/run/pg&port=5444", "postgres://ann@/shop?host=/run/pg&port=5444")]
    [InlineData("postgres:///shop?host=/run/pg", "postgres://me@/shop?host=/run/pg&port=5432")]
    [InlineData("postgres://a%40b@db1", "postgres://a@b@db1:5432/a@b")]
    public void Parse_Connection_IsUnderstood(string url, string target) =>
        Assert.Equal(target, PostgresConnection.Parse(url, n => n == "PGUSER" ? "me" : null).Options!.Target);

    [Theory]
    [InlineData("mysql://a@b/c", "not a PostgreSQL connection")]
    [InlineData("postgres", "not a PostgreSQL connection")]
    [InlineData("postgres://a@b:x/c", "port")]
    [InlineData("postgres://a@b:70000/c", "port")]
    [InlineData("postgres://a@b/c?what=1", "'what' is not understood")]
    [InlineData("postgres://a@b/c?encrypt=perhaps", "'encrypt' is not understood")]
    [InlineData("postgres://a@b/c?client_backend_types=", "'client_backend_types' is not understood")]
    [InlineData(
        "postgres://a@b/c?client_backend_types=pg_cron,Checkpointer",
        "'checkpointer' is what PostgreSQL calls a process of its own"
    )]
    [InlineData(
        "postgres://a@b/c?client_backend_types=client%20backend",
        "'client backend' counts as a client without being named"
    )]
    [InlineData("postgres://a@b/c?connect_timeout=0", "'connect_timeout' is not understood")]
    [InlineData("postgres://a@b/c?connect_timeout=301", "connect_timeout (1 to 300 s)")]
    [InlineData("postgres://a@b/c?connect_timeout=1.5", "'connect_timeout' is not understood")]
    [InlineData("postgres://a:hush@b/c", "RGPOLICY_PASSWORD")]
    [InlineData("odd://a:hush@b/c", "not a PostgreSQL connection")]
    public void Parse_Mistake_SaysWhatIsWrongWithoutThePassword(string url, string expected)
    {
        var result = PostgresConnection.Parse(url, _ => null);

        Assert.Null(result.Options);
        Assert.Contains(expected, result.Problem, StringComparison.Ordinal);
        Assert.DoesNotContain("hush", result.Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("postgres://a@b/c?trusted_roles=one,two", "one|two")]
    [InlineData("postgres://a@b/c?trusted_roles=one&trusted_roles=two,one", "one|two")]
    [InlineData("postgres://a@b/c?trusted_roles=a%2Cb,%20%26", "a,b|&")]
    public void Parse_TrustedRoles_AreAllThatItNames(string url, string expected) =>
        Assert.Equal(expected, string.Join('|', PostgresConnection.Parse(url, _ => null).Options!.TrustedRoles));

    [Theory]
    [InlineData("postgres://a@b/c", 10)]
    [InlineData("postgres://a@b/c?connect_timeout=300", 300)]
    public void Parse_ConnectTimeout_IsInSecondsAndElseTheStartsLimit(string url, int seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), PostgresConnection.Parse(url, _ => null).Options!.ConnectTimeout);

    [Fact]
    public void WithClientBackendTypes_NamesOfAllKinds_AreAddedToThoseOfTheConnection()
    {
        const string Url = "postgres://a@b/c?client_backend_types=one";
        string[] types = ["pg_cron worker", "x,y", "a&b=c"];

        var options = PostgresConnection.Parse(ConnectionText.WithClientBackendTypes(Url, types), _ => null).Options!;

        Assert.Equal(["one", .. types], options.ClientBackendTypes, StringComparer.Ordinal);
        Assert.Empty(options.TrustedRoles);
        Assert.Equal(Url, ConnectionText.WithClientBackendTypes(Url, []));
    }

    [Theory]
    [InlineData("postgres://a@b/c")]
    [InlineData("postgres://a@b/c?trusted_roles=one")]
    [InlineData("postgres://a@/c?host=/run/pg&port=5444")]
    public void WithTrustedRoles_NamesOfAllKinds_AreAddedToThoseOfTheConnection(string url)
    {
        string[] roles = ["two", "x,y", "a&b=c", "q%2C?", "sp ace"];

        var found = PostgresConnection
            .Parse(ConnectionText.WithTrustedRoles(url, roles), _ => null)
            .Options!.TrustedRoles;

        Assert.Equal(
            url.Contains("trusted", StringComparison.Ordinal) ? ["one", .. roles] : roles,
            found,
            StringComparer.Ordinal
        );
        Assert.Equal(url, ConnectionText.WithTrustedRoles(url, []));
    }

    [Fact]
    public void Parse_PasswordFromTheEnvironment_IsShownNowhere()
    {
        var options = PostgresConnection
            .Parse("postgres://a@b/c", n => n == "RGPOLICY_PASSWORD" ? "hush" : null)
            .Options!;

        Assert.DoesNotContain("hush", options.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("hush", options.Target, StringComparison.Ordinal);
    }

    [Fact]
    public void Parse_PasswordInPlaceOfItsFile_IsAProblemThatDoesNotTellIt()
    {
        var result = PostgresConnection.Parse("postgres://a@b/c", n => n == "RGPOLICY_PASSWORD_FILE" ? "hush" : null);

        Assert.Contains("names no file", result.Problem, StringComparison.Ordinal);
        Assert.DoesNotContain("hush", result.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Parse_PasswordFileThatIsTooLarge_IsAProblemWithItsName()
    {
        var directory = Directory.CreateTempSubdirectory("rgp-password-").FullName;
        var file = Path.Combine(directory, "p");
        File.WriteAllBytes(file, new byte[100_000]);

        var result = PostgresConnection.Parse("postgres://a@b/c", n => n == "RGPOLICY_PASSWORD_FILE" ? file : null);

        Assert.Contains(file, result.Problem, StringComparison.Ordinal);
        Directory.Delete(directory, recursive: true);
    }

    [Theory]
    [InlineData("postgres:///d?host=/run/pg", true)]
    [InlineData("postgres://localhost/d", true)]
    [InlineData("postgres://127.0.0.1/d", true)]
    [InlineData("postgres://db1/d", false)]
    public void IsLocal_Host_IsTold(string url, bool expected) =>
        Assert.Equal(expected, PostgresConnection.Parse(url, _ => null).Options!.IsLocal);
}
