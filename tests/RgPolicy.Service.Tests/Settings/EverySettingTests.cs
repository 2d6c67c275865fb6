using System.Reflection;
using Microsoft.Extensions.Configuration;
using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Tests.Settings;

/// <summary>
/// Every key with wrong values. The keys are those of the settings' own types: one that is added there
/// and not here fails the first test.
/// </summary>
public sealed class EverySettingTests
{
    private const string NoText = "[\"a\"]";
    private const string NoPath = "\"a\\u0000b\"";

    // The names in the file, where they are not those of the code.
    private static readonly Dictionary<string, string> Names = new(StringComparer.Ordinal)
    {
        ["Log:IsVerbose"] = "Log:Verbose",
        ["Otlp:Interval"] = "Otlp:IntervalSeconds",
        ["Targets:t:MayCancel"] = "Targets:t:AllowCancel",
        ["Targets:t:CancelGrace"] = "Targets:t:CancelGraceSeconds",
    };

    private static readonly Dictionary<string, string[]> WrongValues = new(StringComparer.Ordinal)
    {
        ["RuntimeDirectory"] = [NoText, NoPath],
        ["StateDirectory"] = [NoText, NoPath],
        ["Listen"] = [NoText, "\"nowhere\"", "\"70000\"", "\"host.example:80\"", "-1"],
        ["TokenFile"] = [NoText, NoPath],
        ["Otlp:Endpoint"] =
        [
            NoText,
            "\"collector\"",
            "\"ftp://h/\"",
            "\"http://user:secret@h:4318/\"",
            "\"http://h/?token=secret\"",
        ],
        ["Otlp:Protocol"] = [NoText, "\"soap\""],
        ["Otlp:IntervalSeconds"] = [NoText, "\"often\"", "0", "3601", "-5"],
        ["Log:Format"] = [NoText, "\"xml\""],
        ["Log:Verbose"] = [NoText, "\"yes\""],
        ["Log:File"] = [NoText, NoPath],
        ["Targets:t:Policy"] = [NoText, NoPath, "\"\"", "null"],
        ["Targets:t:Connect"] =
        [
            NoText,
            "\"\"",
            "\"shop\"",
            "\"mysql://a@h/d\"",
            "\"postgres://a:secret@h/d\"",
            "\"postgres://a@h:99999/d\"",
            "\"sqlserver://h?x=y\"",
        ],
        ["Targets:t:PasswordFile"] = [NoText, NoPath],
        ["Targets:t:Level"] = [NoText, "\"enforced\"", "2"],
        ["Targets:t:AllowCancel"] = [NoText, "1", "\"true\""],
        ["Targets:t:CancelGraceSeconds"] = [NoText, "\"soon\"", "-1", "86401"],
        ["Targets:t:ApprovePolicy"] = [NoText, "1", "\"yes\""],
        ["Targets:t:Simulated"] = [NoText, NoPath],
        ["Targets:t:ShowText"] = [NoText, "\"some\"", "true"],
        ["Targets:t:Sidecar"] = [NoText, NoPath],
        ["Targets:t:SidecarState"] = [NoText, NoPath],
        ["Targets:t:Minutes"] = [NoText, NoPath],
        ["Targets:t:Audit"] = [NoText, NoPath],
    };

    public static TheoryData<string, string> Wrong()
    {
        var data = new TheoryData<string, string>();
        foreach (var (key, values) in WrongValues)
        {
            foreach (var value in values)
                data.Add(key, value);
        }

        return data;
    }

    [Fact]
    public void WrongValues_OfEveryKeyThatTheSettingsHave_AreTried()
    {
        var keys = KeysOf(typeof(ServiceSettings), "")
            .Select(key => Names.GetValueOrDefault(key, key))
            .Order(StringComparer.Ordinal);

        Assert.Equal(WrongValues.Keys.Order(StringComparer.Ordinal), keys);
    }

    [Theory]
    [MemberData(nameof(Wrong))]
    public void Read_WrongValue_IsNamedByItsKeyAndRepeatsNoSecret(string key, string value)
    {
        var reading = Read(key, value);

        Assert.Null(reading.Settings);
        Assert.Contains(reading.Problems, problem => problem.Key == "RgPolicy:" + key);
        Assert.DoesNotContain(
            reading.Problems,
            problem => problem.Message.Contains("secret", StringComparison.OrdinalIgnoreCase)
        );
    }

    [Fact]
    public void Read_WrittenOtherwise_EveryKeyIsMissedByItsRightName()
    {
        Assert.All(
            WrongValues.Keys,
            key =>
            {
                var parent = key.Contains(':', StringComparison.Ordinal) ? key[..(key.LastIndexOf(':') + 1)] : "";
                var name = key[parent.Length..];
                var reading = Read(parent + name[..^1] + "x", "\"a\"");

                Assert.Contains(
                    reading.Problems,
                    problem =>
                        problem.Key == $"RgPolicy:{parent}{name[..^1]}x"
                        && problem.Message.Contains(name, StringComparison.Ordinal)
                );
            }
        );
    }

    private static SettingsReading Read(string key, string value)
    {
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection([
                new("RgPolicy:Targets:t:Policy", "p.rgp"),
                new("RgPolicy:Targets:t:Connect", "postgres://a@h/d"),
            ])
            .AddJsonStream(new MemoryStream(Encoding.UTF8.GetBytes(Nested(["RgPolicy", .. key.Split(':')], value))));
        return SettingsReader.Read(configuration.Build(), "/etc/r");
    }

    private static string Nested(string[] names, string value) =>
        string.Concat(names.Select(name => $"{{\"{name}\":")) + value + new string('}', names.Length);

    private static IEnumerable<string> KeysOf(Type type, string before)
    {
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            var inner =
                property.PropertyType.IsGenericType && property.PropertyType.GetGenericArguments() is [var element]
                    ? element
                    : property.PropertyType;
            var key = before + property.Name;
            if (inner == typeof(TargetSettings))
            {
                foreach (var below in KeysOf(inner, key + ":t:").Where(each => each != "Targets:t:Name"))
                    yield return below;
            }
            else if (inner.Name.EndsWith("Settings", StringComparison.Ordinal))
            {
                foreach (var below in KeysOf(inner, key + ":"))
                    yield return below;
            }
            else
            {
                yield return key;
            }
        }
    }
}
