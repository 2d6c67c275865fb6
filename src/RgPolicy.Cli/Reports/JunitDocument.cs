using System.Xml;

namespace RgPolicy.Cli.Reports;

/// <summary>JUnit XML as GitLab, Jenkins and Azure read it: suites, cases, failures.</summary>
internal static class JunitDocument
{
    private const char Replacement = '\uFFFD';

    /// <summary>The whole document.</summary>
    public static string Of(string name, IReadOnlyCollection<JunitSuite> suites, TimeSpan elapsed)
    {
        var text = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        var settings = new XmlWriterSettings
        {
            Indent = true,
            NewLineChars = "\n",
            OmitXmlDeclaration = true,
        };
        text.Write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        using (var xml = XmlWriter.Create(text, settings))
        {
            xml.WriteStartElement("testsuites");
            WriteHead(xml, name, [.. suites.SelectMany(suite => suite.Cases)]);
            xml.WriteAttributeString("time", elapsed.TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture));
            foreach (var suite in suites)
                WriteSuite(xml, suite);

            xml.WriteEndElement();
        }

        text.Write('\n');
        return text.ToString();
    }

    private static void WriteHead(XmlWriter xml, string name, IReadOnlyCollection<JunitCase> cases)
    {
        xml.WriteAttributeString("name", Clean(name));
        xml.WriteAttributeString("tests", Number(cases.Count));
        xml.WriteAttributeString("failures", Number(cases.Count(each => each.Failure is not null)));
        xml.WriteAttributeString("errors", "0");
        xml.WriteAttributeString("skipped", "0");
    }

    private static void WriteSuite(XmlWriter xml, JunitSuite suite)
    {
        xml.WriteStartElement("testsuite");
        WriteHead(xml, suite.Name, suite.Cases);
        foreach (var each in suite.Cases)
        {
            xml.WriteStartElement("testcase");
            xml.WriteAttributeString("name", Clean(each.Name));
            xml.WriteAttributeString("classname", Clean(suite.Name));
            xml.WriteAttributeString("file", Clean(suite.Name));
            xml.WriteAttributeString("line", Number(each.Line));
            if (each.Failure is { } failure)
            {
                xml.WriteStartElement("failure");
                xml.WriteAttributeString("message", Clean(failure));
                xml.WriteAttributeString("type", each.FailureType);
                xml.WriteString(Clean(each.Details));
                xml.WriteEndElement();
            }

            xml.WriteEndElement();
        }

        xml.WriteEndElement();
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    // XML 1.0 has no way to write most control characters and lone surrogates.
    private static string Clean(string text)
    {
        var clean = new StringBuilder(text.Length);
        for (var index = 0; index < text.Length; index++)
        {
            if (index + 1 < text.Length && char.IsSurrogatePair(text[index], text[index + 1]))
                clean.Append(text, index++, 2);
            else
                clean.Append(XmlConvert.IsXmlChar(text[index]) ? text[index] : Replacement);
        }

        return clean.ToString();
    }
}

/// <summary>One suite of a JUnit report.</summary>
internal sealed record JunitSuite(string Name, ImmutableArray<JunitCase> Cases);

/// <summary>One case of a JUnit report.</summary>
/// <param name="Name">What was tested.</param>
/// <param name="Line">Where it stands.</param>
/// <param name="Failure">Why it failed, or null when it passed.</param>
/// <param name="FailureType">The code of the failure.</param>
/// <param name="Details">More about the failure, several lines.</param>
internal sealed record JunitCase(
    string Name,
    int Line,
    string? Failure = null,
    string FailureType = "",
    string Details = ""
);
