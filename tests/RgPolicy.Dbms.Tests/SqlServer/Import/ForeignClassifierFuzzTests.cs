using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Language.Checking;

namespace RgPolicy.Dbms.Tests.SqlServer.Import;

/// <summary>Classifiers with tokens lost, doubled and swapped: whatever a server shows is read without a failure, and
/// what is read becomes a policy without errors. RGPOLICY_POLICIES=1000 tries ten times as many.</summary>
public sealed class ForeignClassifierFuzzTests
{
    private const int Times = 20;

    private static readonly string[] Parts =
    [
        "IF",
        "ELSE",
        "BEGIN",
        "END",
        "RETURN",
        "SET",
        "SELECT",
        "DECLARE",
        "@g",
        "@a",
        "=",
        "<>",
        "LIKE",
        "IN",
        "(",
        ")",
        ",",
        ";",
        "AND",
        "OR",
        "NOT",
        "CASE",
        "WHEN",
        "THEN",
        "N'slow'",
        "'fast'",
        "'o''x'",
        "'%['",
        "''",
        "'\r\n'",
        "SUSER_SNAME()",
        "APP_NAME()",
        "UPPER(",
        "ISNULL(",
        "sysname",
        "NULL",
        "/*",
        "--",
        "'",
        "[",
        "\"",
        "😀",
        "\0",
    ];

    private static readonly string[] Bodies =
    [
        "IF SUSER_SNAME ( ) = N'etl' RETURN N'slow' ; RETURN N'fast'",
        "DECLARE @g sysname ; SET @g = N'fast' ; IF HOST_NAME ( ) LIKE 'w_b%' SET @g = 'slow' ELSE SET @g = 'Big "
            + "Reports' RETURN @g",
        "RETURN CASE WHEN LOWER ( APP_NAME ( ) ) = 'x' THEN 'slow' WHEN NOT ( HOST_NAME ( ) IN ( 'h' , 'i' ) OR 'l' "
            + "= ORIGINAL_LOGIN ( ) ) THEN 'fast' END",
        "IF APP_NAME ( ) = 'a' BEGIN IF HOST_NAME ( ) = 'h' RETURN 'slow' END ELSE IF APP_NAME ( ) <> 'b' RETURN "
            + "'fast' ; RETURN 'slow'",
    ];

    [Fact]
    public void Import_MutatedClassifiers_AreReadAndGiveAPolicyWithoutErrors()
    {
        for (var seed = 0; seed < DrawnCount.Value * Times; seed++)
        {
            var text = "CREATE FUNCTION dbo.theirs() RETURNS sysname AS\nBEGIN\n" + Mutated(new Random(seed)) + "\nEND";

            var imported = GovernorImport.Of(State(text), GovernorPolicies.Facts(16));

            var check = PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16));
            Assert.True(
                check.Policy is not null,
                "seed "
                    + $"{seed}\n{text}\n{imported.Text}\n{string.Join('\n', check.Diagnostics.Select(each => each.Message))}"
            );
        }
    }

    private static string Mutated(Random random)
    {
        var words = Bodies[random.Next(Bodies.Length)].Split(' ').ToList();
        for (var times = random.Next(0, 6); times > 0; times--)
        {
            var at = random.Next(words.Count);
            switch (random.Next(4))
            {
                case 0 when words.Count > 1:
                    words.RemoveAt(at);
                    break;
                case 1:
                    words.Insert(at, words[random.Next(words.Count)]);
                    break;
                case 2:
                    words.Insert(at, Parts[random.Next(Parts.Length)]);
                    break;
                default:
                    words[at] = Parts[random.Next(Parts.Length)];
                    break;
            }
        }

        return new StringBuilder().AppendJoin(' ', words).ToString();
    }

    private static GovernorState State(string classifier) =>
        new()
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction("dbo", "theirs", classifier),
            Pools = [new ResourcePoolSpec("reports") { CapCpuPercent = 50 }],
            Groups =
            [
                new WorkloadGroupSpec("slow", "reports") { MaxDop = 2 },
                new WorkloadGroupSpec("fast", "default"),
                new WorkloadGroupSpec("Big Reports", "reports"),
            ],
        };
}
