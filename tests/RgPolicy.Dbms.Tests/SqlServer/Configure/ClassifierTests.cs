using NodaTime;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Signals;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>The classifier's text, run, answers what the engine decides.</summary>
public sealed class ClassifierTests
{
    private static readonly DateTime[] Moments =
    [
        new(2026, 3, 29, 0, 59, 59),
        new(2026, 3, 29, 1, 0, 0),
        new(2026, 10, 25, 0, 30, 0),
        new(2026, 10, 25, 1, 0, 0),
        new(2026, 11, 20, 7, 0, 0),
        new(2026, 11, 20, 6, 59, 59),
        new(2026, 11, 20, 17, 0, 0),
        new(2026, 11, 22, 3, 30, 0),
        new(2026, 11, 23, 11, 14, 59),
        new(2031, 7, 5, 2, 30, 0),
    ];

    [Fact]
    public void Classifier_DrawnPoliciesAndSessions_AnswersAsTheEngine()
    {
        var (policies, random) = (new GovernorPolicies(seed: 11), new Random(12 + DrawnCount.Seed));
        for (var number = 0; number < DrawnCount.Value * 3; number++)
        {
            var program = policies.Next(16);
            var spec = GovernorCompiler.Compile(program, GovernorPolicies.Facts(16)).Spec;
            var text = ClassifierWriter.Write(spec.Classifier!, GovernorNames.ClassifierA);
            for (var session = 0; session < 10; session++)
            {
                var facts = Draw(random);
                Assert.True(ByEngine(program, spec, facts) == ClassifierRun.Of(text, facts), $"{facts}\n{text}");
            }
        }
    }

    [Fact]
    public void Classifier_DrawnPolicies_IsReadBack()
    {
        var policies = new GovernorPolicies(seed: 13);
        for (var number = 0; number < DrawnCount.Value * 3; number++)
        {
            var spec = GovernorCompiler.Compile(policies.Next(16), GovernorPolicies.Facts(16)).Spec;
            var text = ClassifierWriter.Write(spec.Classifier!, GovernorNames.ClassifierB);

            Assert.True(ClassifierReader.IsOwn(new ClassifierFunction("dbo", GovernorNames.ClassifierB, text)), text);
        }
    }

    [Theory]
    [InlineData(
        "CREATE FUNCTION [dbo].[rgp_classifier_a]() RETURNS sysname WITH SCHEMABINDING AS BEGIN RETURN N'default' END;"
    )]
    [InlineData("")]
    public void IsOwn_AnotherText_IsFalse(string text) =>
        Assert.False(ClassifierReader.IsOwn(new ClassifierFunction("dbo", GovernorNames.ClassifierA, text)));

    [Fact]
    public void IsOwn_OwnTextWithSomethingAppended_IsFalse()
    {
        var spec = GovernorCompiler.Compile(new GovernorPolicies(seed: 3).Next(16), GovernorPolicies.Facts(16)).Spec;
        var text = ClassifierWriter.Write(spec.Classifier!, GovernorNames.ClassifierA);

        Assert.False(
            ClassifierReader.IsOwn(new ClassifierFunction("dbo", GovernorNames.ClassifierA, text + "\nDROP TABLE x;"))
        );
    }

    [Fact]
    public void Classifier_Sysadmin_IsNeverGovernedUnlessAClassNamesTheLogin()
    {
        const string Text =
            "language 1\npool p { maxdop 1 }\npool q { maxdop 2 }\nclass admins -> p when session.login = exactly "
            + "'sa'\ndefault -> q\n";
        var classifier = Compile(Text);
        var text = ClassifierWriter.Write(classifier, GovernorNames.ClassifierA);

        Assert.Equal("rgp_p", ClassifierRun.Of(text, new LoginFacts("sa", "", "", "", true, Moments[0])));
        Assert.Equal("default", ClassifierRun.Of(text, new LoginFacts("SA", "", "", "", true, Moments[0])));
        Assert.Equal("default", ClassifierRun.Of(text, new LoginFacts("other", "", "", "", true, Moments[0])));
        Assert.Equal("rgp_q", ClassifierRun.Of(text, new LoginFacts("SA", "", "", "", false, Moments[0])));
    }

    [Theory]
    [InlineData("RgPolicy-observer", true, "default")]
    [InlineData("rgpolicy-hints", true, "default")]
    [InlineData("RgPolicy-observer", false, "rgp_p")]
    [InlineData("RgPolicy", true, "rgp_p")]
    [InlineData("Monitor", true, "rgp_p")]
    public void Classifier_OwnConnections_AreNeverGovernedAndTheNameAloneSparesNobody(
        string app,
        bool seesServer,
        string group
    )
    {
        var text = ClassifierWriter.Write(
            Compile("language 1\npool p { concurrency 1 }\ndefault -> p\n"),
            GovernorNames.ClassifierA
        );

        Assert.Equal(
            group,
            ClassifierRun.Of(
                text,
                new LoginFacts("watcher", app, "", "", false, Moments[0]) { SeesServer = seesServer }
            )
        );
    }

    [Theory]
    [InlineData("shop", "master", "rgp_p")]
    [InlineData("", "shop", "rgp_p")]
    [InlineData("", "master", "rgp_q")]
    [InlineData("", null, "rgp_q")]
    [InlineData("master", "shop", "rgp_q")]
    public void Classifier_ConnectionThatNamesNoDatabase_IsInTheLoginsOwn(string named, string? own, string group)
    {
        const string Text =
            "language 1\npool p { maxdop 1 }\npool q { maxdop 2 }\nclass a -> p when session.database = "
            + "'shop'\ndefault -> q\n";
        var text = ClassifierWriter.Write(Compile(Text), GovernorNames.ClassifierA);

        Assert.Equal(
            group,
            ClassifierRun.Of(text, new LoginFacts("x", "", "", named, false, Moments[0]) { DefaultDatabase = own })
        );
    }

    [Theory]
    [InlineData("session.login = 'CORP\\Müller'", "corp\\MÜLLER", true)]
    [InlineData("session.login = 'CORP\\Müller'", "CORP\\Mueller", false)]
    [InlineData("session.login = '日本語'", "日本語", true)]
    [InlineData("session.login like 'Мария%'", "МАРИЯ ИВАНОВА", true)]
    [InlineData("session.login like '%Ärzte'", "Die ärzte", true)]
    [InlineData("session.login = 'Straße'", "STRASSE", false)]
    [InlineData("session.login = 'Straße'", "straße", true)]
    [InlineData("session.login = exactly 'Müller'", "müller", false)]
    [InlineData("session.login = exactly 'ſtraße😀'", "ſtraße😀", true)]
    [InlineData("session.login != 'Müller'", "MÜLLER", false)]
    [InlineData("session.login in ('Müller', 'Łukasz')", "łukasz", true)]
    [InlineData("session.login = 'Müller '", "Müller", false)]
    public void Classifier_TextOutsideAscii_IsComparedAsTheEngineDoes(string condition, string login, bool expected)
    {
        var classifier = Compile(
            $"language 1\npool p {{ maxdop 1 }}\npool q {{ maxdop 2 }}\nclass a -> p when {condition}\ndefault -> q\n"
        );
        var text = ClassifierWriter.Write(classifier, GovernorNames.ClassifierA);

        Assert.Equal(
            expected ? "rgp_p" : "rgp_q",
            ClassifierRun.Of(text, new LoginFacts(login, "", "", "", false, Moments[0]))
        );
        Assert.True(ClassifierReader.IsOwn(new ClassifierFunction("dbo", GovernorNames.ClassifierA, text)), text);
    }

    [Theory]
    [InlineData("session.login like 'CORP\\svc!_%' escape '!'", "corp\\svc_web", true)]
    [InlineData("session.login like 'CORP\\svc!_%' escape '!'", "CORP\\svcadmin", false)]
    [InlineData("session.login like 'CORP\\svc_%'", "CORP\\svcadmin", true)]
    [InlineData("session.login like exactly 'a|%b||' escape '|'", "a%b|", true)]
    [InlineData("session.login like exactly 'a|%b||' escape '|'", "axb|", false)]
    [InlineData("session.login not like 'Mü\\_%' escape '\\'", "MÜ_x", false)]
    [InlineData("session.login not like 'Mü\\_%' escape '\\'", "MÜXx", true)]
    [InlineData("session.login like '[a!%]' escape '!'", "[A%]", true)]
    public void Classifier_EscapedWildcard_IsComparedAsTheEngineDoes(string condition, string login, bool expected) =>
        Classifier_TextOutsideAscii_IsComparedAsTheEngineDoes(condition, login, expected);

    [Theory]
    [InlineData("session.group in ('CORP\\Analysts', 'CORP\\BI')", "CORP\\bi", true)]
    [InlineData("session.group in ('CORP\\Analysts', 'CORP\\BI')", "CORP\\Sales", false)]
    [InlineData("session.group not in ('CORP\\Analysts')", "CORP\\Sales", true)]
    [InlineData("session.group not in ('CORP\\Analysts')", null, false)]
    [InlineData("session.group in ('CORP\\Analysts')", null, false)]
    [InlineData("session.group contains 'CORP\\it''s'", "CORP\\it's", true)]
    [InlineData("session.group not in ('CORP\\Analysts', 'CORP\\BI')", "CORP\\BI", false)]
    public void Classifier_Groups_AreAskedOfTheTokenAndUnknownIsNo(string condition, string? group, bool expected)
    {
        var classifier = Compile(
            $"language 1\npool p {{ maxdop 1 }}\npool q {{ maxdop 2 }}\nclass a -> p when {condition}\ndefault -> q\n"
        );
        var text = ClassifierWriter.Write(classifier, GovernorNames.ClassifierA);
        var facts = new LoginFacts("CORP\\anna", "", "", "", false, Moments[0])
        {
            Groups = group is null ? null : [group],
        };

        Assert.Equal(expected ? "rgp_p" : "rgp_q", ClassifierRun.Of(text, facts));
        Assert.True(ClassifierReader.IsOwn(new ClassifierFunction("dbo", GovernorNames.ClassifierA, text)), text);
    }

    [Fact]
    public void Classifier_LetterWithAnotherCapitalElsewhere_NeverMatches()
    {
        const string Text =
            "language 1\npool p { maxdop 1 }\npool q { maxdop 2 }\nclass a -> p when session.app = 'ſtraße'\nclass b "
            + "-> p when session.app != 'ſtraße'\ndefault -> q\n";

        Assert.Empty(Compile(Text).Rules);
        Assert.Equal("rgp_q", Compile(Text).Otherwise);
    }

    private static LoginClassifier Compile(string text)
    {
        var profile = GovernorPolicies.Profile(16);
        var program = PolicyProgram.Compile(PolicyReader.Check(text, "p.rgp", profile).Policy!, profile);
        return GovernorCompiler.Compile(program, GovernorPolicies.Facts(16)).Spec.Classifier!;
    }

    private static LoginFacts Draw(Random random) =>
        new(
            Text(random),
            Text(random),
            Text(random),
            Text(random),
            false,
            Moments[random.Next(Moments.Length)].AddSeconds(random.Next(-2, 3))
        );

    private static string Text(Random random)
    {
        var text = GovernorPolicies.Texts[random.Next(GovernorPolicies.Texts.Length)];
        return random.Next(3) == 0 ? text.ToUpperInvariant() : text;
    }

    /// <summary>The engine, told only what a login tells: what a query would tell is still pending.</summary>
    private static string ByEngine(PolicyProgram program, GovernorSpec spec, LoginFacts facts)
    {
        var values = new SignalValues
        {
            [SignalCatalog.Get("session.login")] = SignalValue.Of(facts.Login),
            [SignalCatalog.Get("session.app")] = SignalValue.Of(facts.App),
            [SignalCatalog.Get("session.host")] = SignalValue.Of(facts.Host),
            [SignalCatalog.Get("session.database")] = SignalValue.Of(facts.Database),
        };
        var decided = program.Classify(
            values,
            Instant.FromDateTimeUtc(DateTime.SpecifyKind(facts.Utc, DateTimeKind.Utc))
        );
        var pool = program.Policy.Classes[decided.ClassIndex].Pool;
        var names = program.Policy.Pools.Select(each => each.Name).ToList();
        return Single(spec, program.Policy.Classes[decided.ClassIndex].Name, names.IndexOf(pool.Name), names);
    }

    /// <summary>Of two pools whose names differ only in case, the later one's group has a number.</summary>
    private static string Single(GovernorSpec spec, string className, int index, List<string> names)
    {
        var name = GovernorNames.Of(names[index]);
        name = name[..Math.Min(name.Length, GovernorNames.MaximumLength)];
        var earlier = names
            .Take(index)
            .Count(each => string.Equals(each, names[index], StringComparison.OrdinalIgnoreCase));
        var expected = earlier == 0 ? name : $"{name}_{earlier + 1}";
        Assert.True(spec.Groups.Any(group => group.Name == expected), $"{className}: {expected}");
        return expected;
    }
}
