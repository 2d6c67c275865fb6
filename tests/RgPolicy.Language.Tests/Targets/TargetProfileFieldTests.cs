using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Targets;

/// <summary>What a profile's reader says of each field with each kind of value, word for word. With RGPOLICY_ACCEPT=1
/// it is written anew: read the difference before it is committed.</summary>
public sealed class TargetProfileFieldTests
{
    private static readonly string[] Values =
    [
        "null",
        "true",
        "5",
        "0",
        "-1",
        "1.5",
        "1e30",
        "\"x\"",
        "\"\"",
        "\"0-3,8\"",
        "\"0x3\"",
        "\"15.18\"",
        "[]",
        "[\"0-3\"]",
        "[5]",
        "[{\"cores\": \"0-3\"}]",
        "{}",
    ];

    [Fact]
    public void Read_EachFieldWithEachKindOfValue_AnswersAsBefore()
    {
        var path = RepositoryRoot.File("tests/RgPolicy.Language.Tests/Targets", "fields.txt");
        var actual = string.Concat(
            TargetProfileField.All.SelectMany(field => Values.Select(value => Answer(field, value)))
        );
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.Equal(File.ReadAllText(path), actual);
    }

    private static string Answer(TargetProfileField field, string value)
    {
        var check = TargetProfileReader.Read($"{{ \"{field.Name}\": {value} }}");
        return $"{field.Name} {value}: {check.Error ?? "taken"}\n";
    }
}
