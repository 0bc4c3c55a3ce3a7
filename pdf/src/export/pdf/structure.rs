//! The structure tree of a document (ISO 32000-1, 14.7): an element for each role, with the marked
//! content that it has on its page.

use std::ops::Range;

use super::file::{Id, ObjectWriter, PdfFile, TextString};
use crate::frame::{Frame, Item, Rect};
use crate::tag::{Role, Tag};

/// Owner of an item that is an artifact.
pub(super) const ARTIFACT: u32 = u32::MAX;

struct Element<'a> {
    role: &'a Role,
    /// Index of the parent; `None` if it is the document.
    parent: Option<u32>,
    page: u32,
    /// Children and the next sibling, by their indices.
    first_child: Option<u32>,
    last_child: Option<u32>,
    next: Option<u32>,
    /// Identifiers of its marked content. Nearly all elements have one or none.
    content: Option<u32>,
    more_content: Vec<u32>,
    /// Box of a figure.
    bounds: Option<Rect>,
}

/// Structure of a document under construction.
#[derive(Default)]
pub(super) struct Structure<'a> {
    elements: Vec<Element<'a>>,
    /// Indices of the children of the document.
    top: Vec<u32>,
    /// Owner of each marked content, by page.
    owners: Vec<Vec<u32>>,
}

impl<'a> Structure<'a> {
    /// Adds the elements of the next page. Returns the owner of each of its items and marks.
    pub(super) fn add_page(&mut self, frame: &'a Frame) -> Vec<u32> {
        let page = self.owners.len() as u32;
        self.owners.push(Vec::new());
        let count = frame.items.len();
        let mut owners = vec![ARTIFACT; count + frame.marks.len()];
        let mut adder = Adder { structure: self, page, frame, owners: &mut owners };
        adder.add_content(&frame.tags, 0..count, None);
        owners
    }

    /// Assigns the next identifier of the current page to content of an owner.
    pub(super) fn mark(&mut self, owner: u32) -> u32 {
        let owners = self.owners.last_mut().expect("there is a page");
        let mark = owners.len() as u32;
        owners.push(owner);
        let element = &mut self.elements[owner as usize];
        match element.content {
            None => element.content = Some(mark),
            Some(_) => element.more_content.push(mark),
        }
        mark
    }

    pub(super) fn name(&self, owner: u32) -> &'static str {
        name(self.elements[owner as usize].role)
    }

    /// Writes the tree. Returns the number of its root.
    pub(super) fn write(&self, file: &mut PdfFile, pages: Id) -> Id {
        let root = file.reserve(1);
        let document = file.reserve(1);
        let parents = file.reserve(1);
        let first = file.reserve(self.elements.len());
        file.object_with(root, |out| {
            out.text("<</Type/StructTreeRoot/K ")
                .reference(document)
                .text("/ParentTree ")
                .reference(parents);
            out.text("/ParentTreeNextKey ").number(self.owners.len() as u32).text(">>");
        });
        file.object_with(document, |out| {
            out.text("<</S/Document/P ").reference(root).text("/K[");
            out.references(first, &self.top).text("]>>");
        });
        let tree = Tree { structure: self, first, document, pages };
        for (n, element) in self.elements.iter().enumerate() {
            file.object_with(first + n as u32, |out| tree.write(element, out));
        }
        file.object_with(parents, |out| {
            out.text("<</Nums[");
            for (page, owners) in (0..).zip(&self.owners) {
                out.number(page).text("[").references(first, owners).text("]");
            }
            out.text("]>>");
        });
        root
    }
}

/// Adds the elements of one page to a structure.
struct Adder<'s, 'a> {
    structure: &'s mut Structure<'a>,
    page: u32,
    frame: &'a Frame,
    owners: &'s mut [u32],
}

impl<'a> Adder<'_, 'a> {
    /// Adds the tags of a page or of a section, and a paragraph for each text between them.
    fn add_content(&mut self, tags: &'a [Tag], items: Range<usize>, parent: Option<u32>) {
        let mut next = items.start;
        for tag in tags {
            self.add_untagged(next..tag.items.start, parent);
            self.add(tag, parent);
            next = tag.items.end;
        }
        self.add_untagged(next..items.end, parent);
    }

    fn add_untagged(&mut self, items: Range<usize>, parent: Option<u32>) {
        for n in items {
            if let Item::Text(_) | Item::RotatedText { .. } = self.frame.items[n] {
                self.owners[n] = self.push(&Role::Paragraph, parent, None);
            }
        }
    }

    fn add(&mut self, tag: &'a Tag, parent: Option<u32>) {
        if tag.role == Role::Artifact {
            return;
        }
        let frame = self.frame;
        let figure = matches!(tag.role, Role::Figure(_));
        let bounds = figure.then(|| {
            let all = frame.items[tag.items.clone()].iter().chain(&frame.marks[tag.marks.clone()]);
            let boxes = all.map(Item::bounds);
            Rect::around(boxes.flat_map(|rect| [[rect.x, rect.y], [rect.right(), rect.bottom()]]))
        });
        let index = self.push(&tag.role, parent, bounds);
        // A drawing is content of figures only.
        let count = frame.items.len();
        let items = tag.items.clone().map(|n| (n, &frame.items[n]));
        let marks = tag.marks.clone().map(|n| (count + n, &frame.marks[n]));
        for (n, item) in items.chain(marks) {
            let text = matches!(item, Item::Text(_) | Item::RotatedText { .. });
            if figure || text && tag.role.has_text() {
                self.owners[n] = index;
            }
        }
        if tag.role == Role::Section {
            self.add_content(&tag.children, tag.items.clone(), Some(index));
        } else {
            tag.children.iter().for_each(|child| self.add(child, Some(index)));
        }
    }

    /// Adds an element as the last child of its parent. Returns its index.
    fn push(&mut self, role: &'a Role, parent: Option<u32>, bounds: Option<Rect>) -> u32 {
        let structure = &mut *self.structure;
        let index = structure.elements.len() as u32;
        structure.elements.push(Element {
            role,
            parent,
            page: self.page,
            first_child: None,
            last_child: None,
            next: None,
            content: None,
            more_content: Vec::new(),
            bounds: bounds.map(|rect| {
                let bottom = self.frame.height - rect.bottom();
                Rect { y: bottom, ..rect }
            }),
        });
        let Some(parent) = parent else {
            structure.top.push(index);
            return index;
        };
        let parent = &mut structure.elements[parent as usize];
        match parent.last_child.replace(index) {
            None => parent.first_child = Some(index),
            Some(last) => structure.elements[last as usize].next = Some(index),
        }
        index
    }
}

/// Returns the name of the structure type of a role (ISO 32000-1, 14.8.4).
fn name(role: &Role) -> &'static str {
    match role {
        Role::Section => "Sect",
        Role::Heading(1) => "H1",
        Role::Heading(2) => "H2",
        Role::Heading(_) => "H3",
        Role::Paragraph => "P",
        Role::List => "L",
        Role::ListItem => "LI",
        Role::Label => "Lbl",
        Role::Body => "LBody",
        Role::Table => "Table",
        Role::Row => "TR",
        Role::ColumnHeader | Role::RowHeader => "TH",
        Role::Cell => "TD",
        Role::Figure(_) => "Figure",
        Role::Artifact => "Artifact",
    }
}

/// Numbers that the dictionaries of elements refer to. `pages` is the number of the first page, and
/// the others follow it.
struct Tree<'s, 'a> {
    structure: &'s Structure<'a>,
    first: Id,
    document: Id,
    pages: Id,
}

impl Tree<'_, '_> {
    /// Writes the dictionary of an element. A document has thousands of them, so this does without
    /// `format_args`.
    fn write(&self, element: &Element<'_>, out: &mut ObjectWriter) {
        let parent = element.parent.map_or(self.document, |parent| self.first + parent);
        out.text("<</S/").text(name(element.role)).text("/P ").reference(parent);
        if element.content.is_some() {
            out.text("/Pg ").reference(self.pages + element.page);
        }
        let marks = element.content.iter().chain(&element.more_content);
        match (element.content, element.first_child) {
            (None, None) => (),
            (Some(mark), None) if element.more_content.is_empty() => {
                out.text("/K ").number(mark);
            }
            _ => {
                out.text("/K[");
                marks.for_each(|mark| {
                    out.number(*mark).text(" ");
                });
                let mut child = element.first_child;
                while let Some(index) = child {
                    out.reference(self.first + index).text(" ");
                    child = self.structure.elements[index as usize].next;
                }
                out.text("]");
            }
        }
        match element.role {
            Role::ColumnHeader => out.text("/A<</O/Table/Scope/Column>>"),
            Role::RowHeader => out.text("/A<</O/Table/Scope/Row>>"),
            Role::Figure(text) => out.text(&format!("/Alt{}", TextString(text))),
            _ => out,
        };
        if let Some(Rect { x, y, width, height }) = element.bounds {
            let right = x + width;
            let top = y + height;
            out.text(&format!(
                "/A<</O/Layout/Placement/Block/BBox[{x:.1} {y:.1} {right:.1} {top:.1}]>>"
            ));
        }
        out.text(">>");
    }
}
