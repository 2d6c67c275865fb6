using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>What is asked under the locks.</summary>
/// <param name="Names">The names of the text.</param>
/// <param name="Relations">What its tables were resolved to.</param>
/// <param name="Schemas">The oids of the schemas that its other names are looked up in.</param>
/// <param name="Login">The oid of the login that runs it; 0 for RgPolicy's own role.</param>
/// <param name="Whole">The oids of those relations of which every column may be meant.</param>
internal sealed record GuardQuestion(
    StatementNames Names,
    IReadOnlyList<RelationCandidate> Relations,
    uint[] Schemas,
    uint Login,
    uint[] Whole
);
