using Microsoft.Extensions.Configuration;
using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Tests.Settings;

public sealed class SettingsReaderTests
{
    [Fact]
    public void Read_AllSettings_AreTakenAndPathsMadeAbsolute()
    {
        var settings = Read(
            """
            { "RgPolicy": { "Listen": "9477", "Otlp": { "Endpoint": "http://c:4317", "Protocol": "grpc", "IntervalSeconds": 60 }, "RuntimeDirectory": "run", "StateDirectory": "/var/lib/x",
                "Log": { "Format": "json", "Verbose": true, "File": "rgp.log" },
                "Targets": {
                  "main": { "Policy": "htap.rgp", "Connect": "postgres://a@h/d", "Level": "enforce", "AllowCancel": true, "CancelGraceSeconds": 300,
                            "TrustedRoles": ["app", "x,y"], "ClientBackendTypes": ["pg_cron"],
                            "PasswordFile": "/p", "Sidecar": "/s", "SidecarState": "/t", "Audit": "audit.jsonl" },
                  "other": { "Policy": "/q.rgp", "Connect": "sqlserver://b@h", "ExemptLogins": ["CORP\\ops"], "GovernedLogins": ["CORP\\svc_*", "x,y"] } } } }
            """
        ).Settings!;

        Assert.Equal("main other", string.Join(' ', settings.Targets.Select(each => each.Name)));
        Assert.Equal(
            new TargetSettings
            {
                Name = "main",
                Policy = "/etc/r/htap.rgp",
                Level = GovernorLevel.Enforce,
                MayCancel = true,
                Connect = "postgres://a@h/d?trusted_roles=app,x%2Cy&client_backend_types=pg_cron",
                CancelGrace = TimeSpan.FromMinutes(5),
                PasswordFile = "/p",
                Sidecar = "/s",
                SidecarState = "/t",
                Audit = "/etc/r/audit.jsonl",
            },
            settings.Targets[0]
        );
        Assert.Equal(
            (GovernorLevel.Observe, "sqlserver://b@h?exempt_logins=CORP%5Cops&governed_logins=CORP%5Csvc_%2A,x%2Cy"),
            (settings.Targets[1].Level, settings.Targets[1].Connect)
        );
        Assert.Equal(
            ("/etc/r/run", "/var/lib/x", 9477),
            (settings.RuntimeDirectory, settings.StateDirectory, settings.Listen!.Endpoint.Port)
        );
        Assert.Equal(
            new OtlpSettings
            {
                Endpoint = new Uri("http://c:4317"),
                Protocol = OtlpProtocol.Grpc,
                Interval = TimeSpan.FromMinutes(1),
            },
            settings.Otlp
        );
        Assert.Equal(
            new LogSettings
            {
                Format = LogFormat.Json,
                IsVerbose = true,
                File = "/etc/r/rgp.log",
            },
            settings.Log
        );
    }

    [Theory]
    [InlineData("Listen", "\"nowhere\"", "RgPolicy:Listen: `nowhere`: give a port")]
    [InlineData("RuntimeDirectory", "[\"/run\"]", "RgPolicy:RuntimeDirectory: is a text")]
    [InlineData("StateDirectory", "\"a\\u0000b\"", "RgPolicy:StateDirectory: is not a path")]
    [InlineData("Log", "{\"Format\":\"xml\"}", "RgPolicy:Log:Format: `xml` is not one of text, json")]
    [InlineData("Log", "{\"Verbose\":\"yes\"}", "RgPolicy:Log:Verbose: `yes` is not one of false, true")]
    [InlineData("Log", "{\"File\":{}, \"Fiel\":1}", "RgPolicy:Log:Fiel: there is no such setting: is File meant?")]
    [InlineData(
        "Otlp",
        "{\"Protocol\":\"grpc\"}",
        "RgPolicy:Otlp:Endpoint: is missing: write http://HOST:4318/v1/metrics"
    )]
    [InlineData(
        "Otlp",
        "{\"Endpoint\":\"collector\"}",
        "RgPolicy:Otlp:Endpoint: is not an http:// or https:// address"
    )]
    [InlineData(
        "Otlp",
        "{\"Endpoint\":\"http://u:p@c/v1/metrics\"}",
        "RgPolicy:Otlp:Endpoint: is not an http:// or https:// address without user"
    )]
    [InlineData(
        "Otlp",
        "{\"Endpoint\":\"http://c\",\"Protocol\":\"tcp\"}",
        "RgPolicy:Otlp:Protocol: `tcp` is not one of http, grpc"
    )]
    [InlineData(
        "Otlp",
        "{\"Endpoint\":\"http://c\",\"IntervalSeconds\":0}",
        "RgPolicy:Otlp:IntervalSeconds: `0` is not a whole number of seconds from 1 to 3600"
    )]
    [InlineData("Lisen", "\"9477\"", "RgPolicy:Lisen: there is no such setting: is Listen meant?")]
    [InlineData("Colour", "\"red\"", "RgPolicy:Colour: there is no such setting; there are RuntimeDirectory")]
    public void Read_WrongServiceSetting_IsNamedByItsKey(string key, string value, string expected)
    {
        var reading = Read(
            $$"""{ "RgPolicy": { "{{key}}": {{value}}, "Targets": { "t": { "Policy": "p", "Connect": "postgres://a@h/d" } } } }"""
        );

        Assert.Null(reading.Settings);
        Assert.StartsWith(expected, Assert.Single(reading.Problems).ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{\"Connect\":\"postgres://a@h/d\"}", "RgPolicy:Targets:t:Policy: is missing: write the policy's file")]
    [InlineData("{\"Policy\":\" \",\"Connect\":\"postgres://a@h/d\"}", "RgPolicy:Targets:t:Policy: is missing")]
    [InlineData("{\"Policy\":\"p\"}", "RgPolicy:Targets:t:Connect: is missing: write postgres://")]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"Level\":\"enforced\"}",
        "RgPolicy:Targets:t:Level: `enforced` is not one of observe, advise, enforce"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"AllowCancel\":1}",
        "RgPolicy:Targets:t:AllowCancel: `1` is not one of false, true"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"AllowCancel\":true}",
        "RgPolicy:Targets:t:AllowCancel: is for Level enforce only"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"TrustedRoles\":\"app\"}",
        "RgPolicy:Targets:t:TrustedRoles: is a list of texts"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"TrustedRoles\":[\"a\",\"\"]}",
        "RgPolicy:Targets:t:TrustedRoles: is a list of texts"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"GovernedLogins\":[\"a\"]}",
        "RgPolicy:Targets:t:Connect: "
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"sqlserver://h\",\"ExemptLogins\":\"a\"}",
        "RgPolicy:Targets:t:ExemptLogins: is a list of texts"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"sqlserver://h\",\"TrustedRoles\":[\"a\"]}",
        "RgPolicy:Targets:t:Connect: "
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"ClientBackendTypes\":[\"walwriter\"]}",
        "RgPolicy:Targets:t:Connect: 'walwriter' is what PostgreSQL"
    )]
    [InlineData(
        "{\"Policy\":\"p\",\"Connect\":\"postgres://a@h/d\",\"Pasword\":\"x\"}",
        "RgPolicy:Targets:t:Pasword: there is no such setting"
    )]
    public void Read_WrongTargetSetting_IsNamedByItsKey(string target, string expected)
    {
        var reading = Read($$"""{ "RgPolicy": { "Targets": { "t": {{target}} } } }""");

        Assert.StartsWith(expected, Assert.Single(reading.Problems).ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Main")]
    [InlineData("a/../b")]
    [InlineData("<b>")]
    [InlineData("a234567890123456789012345678901234567890x")]
    public void Read_NameThatIsNoFilesName_IsRejected(string name)
    {
        var reading = Read(
            $$"""{ "RgPolicy": { "Targets": { "{{name}}": { "Policy": "p", "Connect": "postgres://a@h/d" } } } }"""
        );

        Assert.Contains("at most 40 small letters", Assert.Single(reading.Problems).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_SeveralMistakes_AreAllFound()
    {
        var reading = Read("""{ "RgPolicy": { "Listen": "x", "Targets": { "a": {}, "b": { "Level": "on" } } } }""");

        Assert.Equal(
            [
                "RgPolicy:Listen",
                "RgPolicy:Targets:a:Policy",
                "RgPolicy:Targets:a:Connect",
                "RgPolicy:Targets:b:Policy",
                "RgPolicy:Targets:b:Connect",
                "RgPolicy:Targets:b:Level",
            ],
            reading.Problems.Select(each => each.Key),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public void Read_NoTarget_SaysWhatToWrite() =>
        Assert.Contains(
            "names no server",
            Assert.Single(Read("""{ "RgPolicy": {} }""").Problems).Message,
            StringComparison.Ordinal
        );

    private static SettingsReading Read(string json) =>
        SettingsReader.Read(
            new ConfigurationBuilder().AddJsonStream(new MemoryStream(Encoding.UTF8.GetBytes(json))).Build(),
            "/etc/r"
        );
}
