//! The structure tree of a document (ISO 32000-1, 14.7): an element for each role, with the marked content that it has
//! on its page.

use std::fmt::{Display, Formatter, Result as FmtResult};
use std::ops::Range;

use super::file::{Id, PdfFile, TextString};
use crate::frame::{Frame, Item, Rect};
use crate::tag::{Role, Tag};

/// Owner of an item that is an artifact.
pub(super) const ARTIFACT: u32 = u32::MAX;

/// Structure element.
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

    /// Returns the name of the role of an owner.
    pub(super) fn name(&self, owner: u32) -> Name<'a> {
        Name(self.elements[owner as usize].role)
    }

    /// Writes the tree. Returns the number of its root.
    pub(super) fn write(&self, file: &mut PdfFile, pages: Id) -> Id {
        let (root, document, parents) = (file.reserve(1), file.reserve(1), file.reserve(1));
        let first = file.reserve(self.elements.len());
        let list = |all: &[u32]| References { first, all: all.to_vec() };
        file.object(
            root,
            format_args!(
                "<</Type/StructTreeRoot/K {document} 0 R/ParentTree {parents} 0 R/ParentTreeNextKey {}>>",
                self.owners.len()
            ),
        );
        file.object(document, format_args!("<</S/Document/P {root} 0 R/K[{}]>>", list(&self.top)));
        for (n, element) in self.elements.iter().enumerate() {
            let written = Written { structure: self, element, first, document, pages };
            file.object(first + n as u32, format_args!("{written}"));
        }
        let arrays: Vec<String> =
            self.owners.iter().enumerate().map(|(page, all)| format!("{page}[{}]", list(all))).collect();
        file.object(parents, format_args!("<</Nums[{}]>>", arrays.concat()));
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
        let mut at = items.start;
        for tag in tags {
            self.add_untagged(at..tag.items.start, parent);
            self.add(tag, parent);
            at = tag.items.end;
        }
        self.add_untagged(at..items.end, parent);
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
        let own = self.push(&tag.role, parent, bounds);
        // A drawing is content of figures only.
        let count = frame.items.len();
        let items = tag.items.clone().map(|n| (n, &frame.items[n]));
        let marks = tag.marks.clone().map(|n| (count + n, &frame.marks[n]));
        for (n, item) in items.chain(marks) {
            let text = matches!(item, Item::Text(_) | Item::RotatedText { .. });
            if figure || text && tag.role.has_text() {
                self.owners[n] = own;
            }
        }
        if tag.role == Role::Section {
            self.add_content(&tag.children, tag.items.clone(), Some(own));
        } else {
            tag.children.iter().for_each(|child| self.add(child, Some(own)));
        }
    }

    /// Adds an element as the last child of its parent. Returns its index.
    fn push(&mut self, role: &'a Role, parent: Option<u32>, bounds: Option<Rect>) -> u32 {
        let structure = &mut *self.structure;
        let own = structure.elements.len() as u32;
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
            structure.top.push(own);
            return own;
        };
        let parent = &mut structure.elements[parent as usize];
        match parent.last_child.replace(own) {
            None => parent.first_child = Some(own),
            Some(last) => structure.elements[last as usize].next = Some(own),
        }
        own
    }
}

/// Name of the structure type of a role (ISO 32000-1, 14.8.4).
pub(super) struct Name<'a>(&'a Role);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        f.write_str(match self.0 {
            Role::Section => "Sect",
            Role::Heading(level) => return write!(f, "H{level}"),
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
        })
    }
}

/// References to elements by their indices.
struct References {
    first: Id,
    all: Vec<u32>,
}

impl Display for References {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        self.all.iter().try_for_each(|index| write!(f, "{} 0 R ", self.first + index))
    }
}

/// Dictionary of an element. `pages` is the number of the first page, and the others follow it.
struct Written<'s, 'a> {
    structure: &'s Structure<'a>,
    element: &'s Element<'a>,
    first: Id,
    document: Id,
    pages: Id,
}

impl Display for Written<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let Self { structure, element, first, document, pages } = self;
        let parent = element.parent.map_or(*document, |parent| first + parent);
        let (name, page) = (Name(element.role), pages + element.page);
        write!(f, "<</S/{name}/P {parent} 0 R")?;
        if element.content.is_some() {
            write!(f, "/Pg {page} 0 R")?;
        }
        if let (Some(mark), true, None) =
            (element.content, element.more_content.is_empty(), element.first_child)
        {
            write!(f, "/K {mark}")?;
        } else if element.content.is_some() || element.first_child.is_some() {
            f.write_str("/K[")?;
            for mark in element.content.iter().chain(&element.more_content) {
                write!(f, "{mark} ")?;
            }
            let mut child = element.first_child;
            while let Some(index) = child {
                write!(f, "{} 0 R ", first + index)?;
                child = structure.elements[index as usize].next;
            }
            f.write_str("]")?;
        }
        match element.role {
            Role::ColumnHeader => f.write_str("/A<</O/Table/Scope/Column>>")?,
            Role::RowHeader => f.write_str("/A<</O/Table/Scope/Row>>")?,
            Role::Figure(text) => write!(f, "/Alt{}", TextString(text))?,
            _ => (),
        }
        if let Some(Rect { x, y, width, height }) = element.bounds {
            let (right, top) = (x + width, y + height);
            write!(f, "/A<</O/Layout/Placement/Block/BBox[{x:.1} {y:.1} {right:.1} {top:.1}]>>")?;
        }
        f.write_str(">>")
    }
}
